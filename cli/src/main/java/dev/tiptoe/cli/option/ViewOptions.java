// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ProfileThread;
import dev.tiptoe.profile.ProfileViews;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that choose a view of a profile: which samples, and which frames of their stacks. */
public final class ViewOptions {

  @Option(
      names = "--thread",
      paramLabel = "REGEX",
      converter = PatternConverter.class,
      description =
          "Only threads whose name matches this pattern, or whose ID in the operating system does.")
  private Optional<Pattern> thread = Optional.empty();

  @Option(
      names = "--after",
      paramLabel = "TIME",
      description = "Only samples from that time on, counted from the beginning, such as 2s.")
  private Optional<Duration> after = Optional.empty();

  @Option(
      names = "--before",
      paramLabel = "TIME",
      description = "Only samples before that time, counted from the beginning.")
  private Optional<Duration> before = Optional.empty();

  @Option(
      names = "--focus",
      paramLabel = "REGEX",
      converter = PatternConverter.class,
      description =
          "Only stacks with a method or module that matches this pattern, from the first such"
              + " frame on.")
  private Optional<Pattern> focus = Optional.empty();

  @Option(
      names = "--hide",
      paramLabel = "REGEX",
      converter = PatternConverter.class,
      description =
          "Leave out frames whose method or module matches this pattern; their callers get the"
              + " samples.")
  private Optional<Pattern> hidden = Optional.empty();

  @Option(
      names = "--fold",
      description =
          "Leave out the machinery of awaits, and unmanaged code; the callers get the samples.")
  private boolean folded;

  @Option(
      names = "--native",
      description =
          "Show a run of unmanaged code as one frame: the function that managed code called, or"
              + " <native> where a thread begins. Without this option a terminal shows none of it.")
  private boolean nativeRuns;

  @Option(names = "--merged", description = "Join all threads into one.")
  private boolean merged;

  @Option(
      names = "--by-module",
      description = "Show modules instead of methods: calls within a module are one frame.")
  private boolean byModule;

  @Option(
      names = "--bottom-up",
      description =
          "Turn the stacks upside down: the executing methods are the roots, their callers follow.")
  private boolean bottomUp;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec = CommandSpec.create();

  /**
   * Checks that there is time between {@code --after} and {@code --before}.
   *
   * @throws ParameterException when there is none
   */
  public void requireOrder() {
    if (after.isPresent() && before.isPresent() && after.get().compareTo(before.get()) >= 0) {
      throw new ParameterException(
          spec.commandLine(),
          "there is nothing after "
              + seconds(after.get())
              + " and before "
              + seconds(before.get())
              + " (--after, --before)");
    }
  }

  /** Returns the view of a profile. */
  public Profile of(Profile profile) {
    return of(profile, folded);
  }

  /**
   * Returns the view of a profile for people.
   *
   * @param fold whether frames that only call the work of others are left out even if this was not
   *     requested
   */
  public Profile of(Profile profile, boolean fold) {
    Profile view = profile;
    if (after.isPresent() || before.isPresent()) {
      if (profile.totalCount() > 0 && profile.from() == profile.to()) {
        throw new ParameterException(
            spec.commandLine(),
            profile.name() + " does not say when its samples were taken: no --after, no --before");
      }
      view =
          ProfileViews.between(
              view,
              view.from() + after.map(Duration::toNanos).orElse(0L),
              before.map(time -> profile.from() + time.toNanos()).orElse(Long.MAX_VALUE));
    }
    if (thread.isPresent()) {
      view = ProfileViews.ofThreads(view, it -> isChosen(thread.get(), it));
    }
    if (focus.isPresent()) {
      view = ProfileViews.focus(view, focus.get());
    }
    if (hidden.isPresent()) {
      view = ProfileViews.hide(view, hidden.get());
    }
    if (nativeRuns) {
      view = ProfileViews.nativeRuns(view);
    }
    if (fold || folded) {
      view =
          nativeRuns
              ? ProfileViews.without(view, EnumSet.of(FrameKind.ASYNC))
              : ProfileViews.folded(view);
    }
    if (merged) {
      view = ProfileViews.merged(view);
    }
    if (byModule) {
      view = ProfileViews.byModule(view);
    }
    return bottomUp ? ProfileViews.bottomUp(view) : view;
  }

  /** Returns what the view is of the whole; empty for all of it. */
  public String inWords() {
    List<String> parts = new ArrayList<>();
    after.ifPresent(time -> parts.add("from " + seconds(time)));
    before.ifPresent(time -> parts.add("up to " + seconds(time)));
    thread.ifPresent(pattern -> parts.add("threads " + pattern));
    focus.ifPresent(pattern -> parts.add("stacks with " + pattern));
    hidden.ifPresent(pattern -> parts.add("without " + pattern));
    if (nativeRuns) {
      parts.add("a frame for a run of native code");
    }
    if (folded) {
      parts.add("without machinery of awaits" + (nativeRuns ? "" : " and native code"));
    }
    if (merged) {
      parts.add("threads merged");
    }
    if (byModule) {
      parts.add("by module");
    }
    if (bottomUp) {
      parts.add("leaves first");
    }
    return String.join(", ", parts);
  }

  private static String seconds(Duration time) {
    return BigDecimal.valueOf(time.toNanos(), 9).stripTrailingZeros().toPlainString() + " s";
  }

  private static boolean isChosen(Pattern pattern, ProfileThread thread) {
    return pattern.matcher(thread.name()).find()
        || (thread.osThreadId() != 0
            && pattern.matcher(Integer.toUnsignedString(thread.osThreadId())).matches());
  }
}
