// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.ValueOptions;
import dev.tiptoe.cli.process.SamplingNote;
import dev.tiptoe.cli.terminal.Counted;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.ReadProfile;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.profile.format.ProfileFormat;
import dev.tiptoe.profile.format.ProfileReader;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.stores.SymbolFiles;
import dev.tiptoe.symbols.Symbols;
import dev.tiptoe.trace.EngineState;
import dev.tiptoe.trace.ModuleCopies;
import dev.tiptoe.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The profile of a file, whose first bytes decide the format: a trace, a {@code .nettrace} file, or
 * a profile of another tool.
 *
 * @param file the file
 * @param profile the profile
 * @param trace the trace; empty when the file is none
 */
record ProfileInput(Path file, Profile profile, Optional<Trace> trace) {

  private static final int LONGEST_UNIT = 100;

  /** A note is printed when more than one part in so many of the processor time is in no sample. */
  private static final int UNCOVERED_PART = 20;

  /** Reads a trace. */
  @FunctionalInterface
  interface TraceInput {
    Trace read(Path file, Symbols symbols, Terminal terminal) throws IOException;
  }

  /**
   * Reads a file.
   *
   * @param traces reads it if it is a trace
   * @param details what frames have beside their methods
   * @param values which values of the file to use
   * @param places where modules and symbols are looked for
   */
  static ProfileInput read(
      Path file,
      TraceInput traces,
      Set<FrameDetail> details,
      ValueOptions values,
      InputPlaces places,
      Terminal terminal)
      throws IOException {
    if (ProfileReader.reads(file)) {
      ReadProfile read;
      try (Progress progress =
          terminal.progress("reading " + file.getFileName(), Progress.Unit.BYTES, 0)) {
        read = ProfileReader.read(file, details, values.sampleType(), progress::at);
      }
      remark(file, read, values, terminal);
      return new ProfileInput(file, read.profile(), Optional.empty());
    }
    SymbolFiles given = places.files(terminal);
    Trace trace = trace(file, traces, given.symbols(), terminal);
    Clock clock = RecordedProfile.clock(trace.recorded(), values.sampleType());
    remark(trace, clock, values, terminal);
    Profile profile = StackProfile.read(trace, clock, details, given.store(), terminal);
    if (clock == Clock.WALL) {
      SamplingNote.say(file, trace.statistics(), terminal);
    }
    return new ProfileInput(file, profile, Optional.of(trace));
  }

  /** Says what other samples the trace has, and why it has none by perf events. */
  private static void remark(Trace trace, Clock clock, ValueOptions values, Terminal terminal) {
    long shown = trace.statistics().stacks(clock);
    Clock other = clock == Clock.WALL ? Clock.PROCESSOR : Clock.WALL;
    long others = trace.statistics().stacks(other);
    if (others > 0 && (shown == 0 || values.sampleType().isEmpty())) {
      terminal.note(
          String.format(
              "%s: %s samples of %s; %s: %d of %s",
              trace.file(),
              shown == 0 ? "no" : shown,
              clock.inWords(),
              other == Clock.WALL ? "--wall" : "--cpu",
              others,
              other.inWords()));
    }
    if (clock == Clock.PROCESSOR) {
      trace.statistics().engines().forEach(engine -> remark(trace, engine, terminal));
    }
    if (trace.statistics().stacks(Clock.PROCESSOR) == 0) {
      trace.statistics().engines().stream()
          .filter(engine -> engine.condition() == EngineState.Condition.REFUSED)
          .forEach(
              engine ->
                  terminal.note(
                      trace.file() + ": no samples of processor time: " + engine.reason()));
    }
  }

  /** Prints how much of the processor time the samples cover, unless little is missing. */
  private static void remark(Trace trace, EngineState engine, Terminal terminal) {
    if ((engine.used() - engine.sampled()) * UNCOVERED_PART > engine.used()) {
      terminal.note(
          String.format(
              Locale.ROOT,
              "%s: the samples cover %.2f s of the %.2f s of processor time that the program"
                  + " used; not covered are the time after the last sample of each thread, time"
                  + " in the kernel where it must not be sampled, and lost samples",
              trace.file(),
              engine.sampled() / 1e9,
              engine.used() / 1e9));
    }
  }

  /**
   * Checks that the samples of two profiles can be compared.
   *
   * @throws IOException when they are those of different clocks
   */
  static void requireSameClock(Profile before, Profile after) throws IOException {
    if (before.clock().isPresent()
        && after.clock().isPresent()
        && !before.clock().equals(after.clock())) {
      throw new IOException(
          String.format(
              "%s has samples of %s, %s of %s: choose one with --cpu or --wall",
              before.name(),
              before.clock().get().inWords(),
              after.name(),
              after.clock().get().inWords()));
    }
  }

  /** Returns whether a view of the profile has no stacks, and then says why. */
  boolean isEmpty(Profile view, Terminal terminal) {
    if (view.rows() > 0) {
      return false;
    }
    boolean hasOthers = trace.map(its -> its.statistics().stacks()).orElse(0L) > 0;
    if (profile.rows() > 0 || !hasOthers) {
      terminal.note(
          file
              + ": "
              + (profile.rows() == 0
                  ? "it has no samples" + whyUnsampled()
                  : "there are no such stacks among its " + amount(profile)));
    }
    return true;
  }

  private String whyUnsampled() {
    if (trace.flatMap(its -> its.recorded().eventPipe()).isPresent()) {
      return "; they come from the provider Microsoft-DotNETCore-SampleProfiler";
    }
    boolean isOff =
        trace
            .flatMap(its -> its.statistics().recorder())
            .filter(recorder -> recorder.samplePeriodNanos() == 0)
            .isPresent();
    return isOff ? "; it was recorded without sampling" : "";
  }

  /** Returns what a profile counts, in words: {@code 12 samples}. */
  static String amount(Profile profile) {
    String unit = profile.countUnit().equals("count") ? profile.countType() : profile.countUnit();
    return unit.endsWith("s") && unit.length() <= LONGEST_UNIT
        ? Counted.of(profile.totalCount(), unit.substring(0, unit.length() - 1))
        : profile.totalCount() + " " + clipped(unit);
  }

  /** The unit of a file may have any length. */
  private static String clipped(String unit) {
    return unit.length() <= LONGEST_UNIT ? unit : unit.substring(0, LONGEST_UNIT) + "…";
  }

  private static Trace trace(Path file, TraceInput traces, Symbols symbols, Terminal terminal)
      throws IOException {
    try {
      return traces.read(file, symbols, terminal);
    } catch (TraceFormatException e) {
      if (Files.isRegularFile(file) && !ModuleCopies.isTrace(file)) {
        throw new IOException(
            file + ": at offset 0x0: not " + ProfileFormat.inWords(ProfileFormat.read()), e);
      }
      throw e;
    }
  }

  /** Says what else the file has. */
  private static void remark(Path file, ReadProfile read, ValueOptions values, Terminal terminal) {
    String others =
        read.sampleTypes().stream()
            .filter(type -> !type.equals(read.sampleType()))
            .map(type -> clipped(type.toString()))
            .collect(Collectors.joining(", "));
    if (values.sampleType().isEmpty() && !others.isEmpty()) {
      terminal.note(
          file
              + ": the values are of "
              + clipped(read.sampleType().toString())
              + "; others with "
              + ValueOptions.SAMPLE_TYPE
              + ": "
              + others);
    }
  }
}
