// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileViews;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.stores.Store;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** The stacks of a trace by thread, each thread as a tree of calls. */
final class StackProfile {

  /** The limit of frames in all trees, of which each takes some 160 bytes. */
  private static final int MOST_FRAMES = 1 << 20;

  private final Profile profile;
  private final FrameTexts texts;
  private final List<CountedCalls> threads = new ArrayList<>();
  private long cut;

  /**
   * Makes the trees of a profile.
   *
   * @param names returns the name of a frame's method
   */
  StackProfile(Profile profile, Function<Frame, String> names) {
    this.profile = profile;
    this.texts = new FrameTexts(ProfileViews.typesDisambiguated(profile), names);
    CountedCalls.Room room = new CountedCalls.Room(MOST_FRAMES);
    profile.threadNames().forEach(name -> threads.add(new CountedCalls(name)));
    for (int row = 0; row < profile.rows(); row++) {
      List<String> stack = texts.ofRow(profile, row);
      CountedCalls thread = threads.get(profile.thread(row));
      if (thread.add(stack, profile.count(row), room).depth() < stack.size()) {
        cut++;
      }
    }
    threads.removeIf(thread -> thread.count() == 0);
    threads.sort(
        Comparator.comparingLong(CountedCalls::count).reversed().thenComparing(CountedCalls::name));
  }

  /**
   * Reads the profile of a trace: the samples of a clock.
   *
   * @param symbols where symbols of native libraries are looked for, beside their own paths
   */
  static Profile read(
      Trace trace, Clock clock, Set<FrameDetail> details, Store symbols, Terminal terminal)
      throws IOException {
    String what = "stacks of " + trace.file().getFileName();
    try (Progress progress = terminal.progress(what, Progress.Unit.BYTES, 0)) {
      return RecordedProfile.read(
          trace.recorded(), clock, details, NativeSymbols.of(symbols), progress::at);
    }
  }

  /** Returns whether the source of any frame was found. */
  boolean anySource() {
    return texts.anySource();
  }

  /** Returns the number of distinct stacks that are cut, because there is no room for all. */
  long cutStacks() {
    return cut;
  }

  /** Returns the clock whose time the samples represent; empty when it is not known. */
  Optional<Clock> clock() {
    return profile.clock();
  }

  /** Returns the number of stacks in total. */
  long stacks() {
    return profile.totalCount();
  }

  /**
   * Returns one tree for each thread, the thread with the most stacks first. Its name is the
   * thread's; where several threads have the same name, the operating system's ID is added.
   */
  List<CountedCalls> threads() {
    return List.copyOf(threads);
  }
}
