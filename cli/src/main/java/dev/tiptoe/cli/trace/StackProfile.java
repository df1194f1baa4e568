// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileFeed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/** The stacks of a trace by thread, each thread as a tree of calls. */
final class StackProfile {

  private final Profile profile;
  private final FrameTexts texts;

  private StackProfile(Profile profile) {
    this.profile = profile;
    this.texts = new FrameTexts(profile);
  }

  /** Reads the stacks of a trace; frames have only the names of methods. */
  static StackProfile of(Trace trace) throws IOException {
    return of(trace, Set.of());
  }

  /** Reads the stacks of a trace, with these details of frames. */
  static StackProfile of(Trace trace, Set<FrameDetail> details) throws IOException {
    return new StackProfile(read(trace, details));
  }

  /** Reads the profile of a trace. */
  static Profile read(Trace trace, Set<FrameDetail> details) throws IOException {
    ProfileFeed feed = new ProfileFeed(trace.session(), details);
    trace.replay(feed);
    return feed.profile().name(String.valueOf(trace.file().getFileName())).build();
  }

  /** Returns whether the source of any frame was found. */
  boolean anySource() {
    return texts.anySource();
  }

  /** Returns the number of stacks in total. */
  long stacks() {
    return profile.totalCount();
  }

  /**
   * Returns one tree for each thread, the thread with the most stacks first. Its name is the
   * thread's; where several threads have the same name, the operating system's ID is added.
   */
  List<CallTree> threads() {
    List<CallTree> threads = new ArrayList<>();
    profile.threadNames().forEach(name -> threads.add(new CallTree(name)));
    for (int row = 0; row < profile.rows(); row++) {
      threads.get(profile.thread(row)).add(texts.ofRow(profile, row), profile.count(row));
    }
    threads.sort(
        Comparator.comparingLong(CallTree::count).reversed().thenComparing(CallTree::name));
    return threads;
  }
}
