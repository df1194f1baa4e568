// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.witness.Program;
import dev.tiptoe.cli.witness.Testimony;
import dev.tiptoe.cli.witness.Witness;
import dev.tiptoe.cli.witness.sacrifice.SacrificialProcess;
import dev.tiptoe.cli.witness.typeload.TypeLoadEvents;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** {@code tiptoe witness truth}: test programs, and whether what is claimed of them is true. */
@Command(
    name = "truth",
    mixinStandardHelpOptions = true,
    description = {
      "Runs test programs and compares what Tiptoe claims of them with what the runtime says when it"
          + " is asked: in a process that is given up for it, since asking loads types; and with what"
          + " the runtime wrote down by itself of all types that it loaded.",
      "",
      "TSV columns: program, witness, source, compared, wrong, precision, recall, counts.",
      "",
      "Exit code: 0 if nothing is wrong, 1 if something is."
    })
final class WitnessTruthCommand implements Callable<Integer> {

  private static final List<Witness> WITNESSES =
      List.of(new SacrificialProcess(), new TypeLoadEvents());

  @Option(
      names = "--program",
      paramLabel = "NAME",
      split = ",",
      converter = ProgramName.class,
      description = "Only these programs, of ${COMPLETION-CANDIDATES}. Default: all.",
      completionCandidates = ProgramNames.class)
  private List<String> names = Program.names();

  @Option(
      names = "--runtime",
      paramLabel = "DIR",
      description = "The folder of the runtime. Default: the one that the build fetches.")
  private Optional<Path> runtime = Optional.empty();

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  private final Terminal terminal;
  private final Problems problems;

  WitnessTruthCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime on = runtime(runtime, installation);
    for (Program program : Program.of(installation, names)) {
      Optional<Path> missing = program.missing();
      if (missing.isPresent()) {
        terminal.note(program.name() + ": not run, because " + missing.get() + " is missing");
      } else {
        examine(program, installation, on);
      }
    }
    return problems.exitCode();
  }

  private void examine(Program program, Installation installation, DotnetRuntime on)
      throws IOException {
    for (Witness witness : WITNESSES) {
      try {
        witness
            .examine(installation, on, program)
            .forEach(testimony -> report(program, witness, testimony));
      } catch (LaunchException e) {
        problems.badInput(Problems.describe(e));
      }
    }
  }

  private void report(Program program, Witness witness, Testimony testimony) {
    String counts =
        testimony.counts().entrySet().stream()
            .map(count -> count.getKey() + "=" + count.getValue())
            .collect(Collectors.joining("; "));
    if (tsv) {
      terminal.row(
          program.name(),
          witness.name(),
          testimony.source(),
          testimony.compared(),
          testimony.wrong(),
          share(testimony.precision()),
          share(testimony.recall()),
          counts);
    } else {
      terminal.line(
          String.format(
              Locale.ROOT,
              "%s, %s, %s: %,d compared, %,d wrong",
              program.name(),
              witness.name(),
              testimony.source(),
              testimony.compared(),
              testimony.wrong()));
      testimony.precision().ifPresent(share -> terminal.line("    precision " + share(share)));
      testimony.recall().ifPresent(share -> terminal.line("    recall " + share(share)));
      testimony
          .counts()
          .forEach((name, count) -> terminal.line(String.format("    %,8d %s", count, name)));
    }
    testimony
        .contradictions()
        .forEach(each -> terminal.note(program.name() + ", " + testimony.source() + ": " + each));
    if (testimony.wrong() > 0) {
      problems.no();
    }
  }

  private static Optional<String> share(Optional<Double> share) {
    return share.map(WitnessTruthCommand::share);
  }

  private static String share(double share) {
    return String.format(Locale.ROOT, "%.4f", share);
  }

  /** The runtime of a folder, or the one that the build fetches. */
  static DotnetRuntime runtime(Optional<Path> folder, Installation installation) {
    return folder
        .map(directory -> DotnetRuntime.in(directory, installation))
        .or(() -> DotnetRuntime.fetched(installation))
        .orElseThrow(() -> new LaunchException("no .NET runtime was fetched for this platform"));
  }

  /** The programs there are. */
  static final class ProgramNames implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Program.names().iterator();
    }
  }

  /** The name of one of them. */
  static final class ProgramName implements ITypeConverter<String> {
    @Override
    public String convert(String name) {
      if (!Program.names().contains(name)) {
        throw new TypeConversionException("there is no program called " + name);
      }
      return name;
    }
  }
}
