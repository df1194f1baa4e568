// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.witness.Program;
import dev.tiptoe.cli.witness.loads.LoadComparison;
import dev.tiptoe.cli.witness.loads.LoadFinding;
import dev.tiptoe.cli.witness.loads.Presence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tiptoe witness loads}: whether the agent makes programs load types. */
@Command(
    name = "loads",
    mixinStandardHelpOptions = true,
    description = {
      "Runs test programs without the agent and with it, and compares what types the runtime"
          + " loaded, by its own record.",
      "",
      "TSV columns: program, types loaded without, with, different, on agent threads or in our"
          + " calls, presence, by chance.",
      "",
      "Exit code: 0 if the agent changed nothing, 1 if it did."
    })
final class WitnessLoadsCommand implements Callable<Integer> {

  @Option(
      names = "--program",
      paramLabel = "NAME",
      split = ",",
      converter = WitnessTruthCommand.ProgramName.class,
      description = "Only these programs. Default: ${DEFAULT-VALUE}.")
  private List<String> names = List.of("demo", "torture", "web-server", "compiler");

  @Option(
      names = "--runtime",
      paramLabel = "DIR",
      description = "The folder of the runtime. Default: the one that the build fetches.")
  private Optional<Path> runtime = Optional.empty();

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  private final Terminal terminal;
  private final Problems problems;

  WitnessLoadsCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime on = WitnessTruthCommand.runtime(runtime, installation);
    for (Program program : Program.of(installation, names)) {
      Optional<Path> missing = program.missing();
      if (missing.isPresent()) {
        terminal.note(program.name() + ": not run, because " + missing.get() + " is missing");
      } else {
        compare(program, installation, on);
      }
    }
    return problems.exitCode();
  }

  private void compare(Program program, Installation installation, DotnetRuntime on)
      throws IOException {
    try {
      LoadComparison comparison = LoadComparison.of(on, program);
      for (Presence presence : Presence.values()) {
        report(program, comparison.with(installation, presence));
      }
    } catch (LaunchException e) {
      problems.badInput(Problems.describe(e));
    }
  }

  private void report(Program program, LoadFinding finding) {
    if (tsv) {
      terminal.row(
          program.name(),
          finding.without(),
          finding.with(),
          finding.different().size(),
          finding.ours(),
          finding.presence(),
          finding.byChance().size());
    } else {
      terminal.line(
          String.format(
              Locale.ROOT,
              "%s, %s: %,d types without, %,d with; %,d different, %,d by chance,"
                  + " %,d on our threads or in our calls",
              program.name(),
              finding.presence(),
              finding.without(),
              finding.with(),
              finding.different().size(),
              finding.byChance().size(),
              finding.ours()));
    }
    finding.different().forEach(each -> terminal.note(program.name() + ": different: " + each));
    finding.byChance().forEach(each -> terminal.note(program.name() + ": by chance: " + each));
    if (!finding.isClean()) {
      problems.no();
    }
  }
}
