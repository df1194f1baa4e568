// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.ModuleFolders;
import dev.tiptoe.cli.process.SamplingNote;
import dev.tiptoe.cli.terminal.Counted;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.profile.FrameDetail;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.read.ProfileReader;
import dev.tiptoe.profile.read.ReadProfile;
import dev.tiptoe.profile.read.SampleType;
import dev.tiptoe.resolver.locator.ModuleLocator;
import dev.tiptoe.trace.ModuleCopies;
import dev.tiptoe.trace.TraceFormatException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The profile of a file, of whatever format its first bytes are: a trace, a {@code .nettrace} file,
 * or a profile of another tool.
 *
 * @param file the file
 * @param profile the profile
 * @param trace the trace; empty when the file is none
 */
record ProfileInput(Path file, Profile profile, Optional<Trace> trace) {

  /** The option that chooses the kind of values. */
  static final String SAMPLE_TYPE = "--sample-type";

  /** What the option does. */
  static final String SAMPLE_TYPE_HELP =
      "The kind of values to use, such as alloc_space, of a file of pprof or OTLP that has several."
          + " Default: in pprof the file's own default, else the last; in OTLP the first.";

  /** Reads a trace. */
  @FunctionalInterface
  interface TraceInput {
    Trace read(Path file, ModuleLocator locator, Terminal terminal) throws IOException;
  }

  /**
   * Reads a file.
   *
   * @param traces reads it if it is a trace
   * @param details what frames have beside their methods
   */
  static ProfileInput read(
      Path file,
      TraceInput traces,
      Set<FrameDetail> details,
      Optional<String> sampleType,
      ModuleFolders folders,
      Terminal terminal)
      throws IOException {
    if (ProfileReader.format(file).isPresent()) {
      ReadProfile read;
      try (Progress progress =
          terminal.progress("reading " + file.getFileName(), Progress.Unit.BYTES, 0)) {
        read = ProfileReader.read(file, details, sampleType, progress::at);
      }
      remark(file, read, sampleType, terminal);
      return new ProfileInput(file, read.profile(), Optional.empty());
    }
    Trace trace = trace(file, traces, folders.locator(terminal), terminal);
    if (sampleType.isPresent() && !sampleType.get().equals("samples")) {
      throw new IOException(file + ": a trace has no values but samples");
    }
    Profile profile = StackProfile.read(trace, details, terminal);
    SamplingNote.say(file, trace.statistics(), terminal);
    return new ProfileInput(file, profile, Optional.of(trace));
  }

  /** Returns whether a view of the profile has no stacks, and then says why. */
  boolean isEmpty(Profile view, Terminal terminal) {
    if (view.rows() > 0) {
      return false;
    }
    terminal.note(
        file
            + ": "
            + (profile.rows() == 0
                ? "it has no samples" + whyUnsampled()
                : "there are no such stacks among its " + amount(profile)));
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
    return unit.endsWith("s")
        ? Counted.of(profile.totalCount(), unit.substring(0, unit.length() - 1))
        : profile.totalCount() + " " + unit;
  }

  private static Trace trace(Path file, TraceInput traces, ModuleLocator locator, Terminal terminal)
      throws IOException {
    try {
      return traces.read(file, locator, terminal);
    } catch (TraceFormatException e) {
      if (Files.isRegularFile(file) && !ModuleCopies.isTrace(file)) {
        throw new IOException(
            file
                + ": at offset 0x0: not a trace, a .nettrace file, a profile of pprof or OTLP, or"
                + " collapsed stacks",
            e);
      }
      throw e;
    }
  }

  /** Says what else the file has. */
  private static void remark(
      Path file, ReadProfile read, Optional<String> sampleType, Terminal terminal) {
    String others =
        read.sampleTypes().stream()
            .filter(type -> !type.equals(read.sampleType()))
            .map(SampleType::toString)
            .collect(Collectors.joining(", "));
    if (sampleType.isEmpty() && !others.isEmpty()) {
      terminal.note(
          file
              + ": the values are of "
              + read.sampleType()
              + "; others with "
              + SAMPLE_TYPE
              + ": "
              + others);
    }
  }
}
