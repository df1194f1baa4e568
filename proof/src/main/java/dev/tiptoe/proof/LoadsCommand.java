// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.proof.loads.AgentEntry;
import dev.tiptoe.proof.loads.LoadComparison;
import dev.tiptoe.proof.loads.LoadFinding;
import dev.tiptoe.proof.truth.Program;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code prove loads}: checks whether the agent makes programs load types. */
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
final class LoadsCommand implements Callable<Integer> {

  @Mixin
  private final ProgramOptions programs =
      new ProgramOptions(List.of("demo", "torture", "web-server", "compiler"));

  @Mixin private final EngineOption sampling = new EngineOption();

  @Mixin private final WitnessOptions options = new WitnessOptions();

  private final Terminal terminal;
  private final Problems problems;

  LoadsCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime on = options.runtime(installation);
    for (Program program : programs.programs(installation, terminal)) {
      compare(program, installation, on);
    }
    return problems.exitCode();
  }

  private void compare(Program program, Installation installation, DotnetRuntime on)
      throws IOException {
    try {
      LoadComparison comparison = LoadComparison.of(on, program);
      for (AgentEntry entry : AgentEntry.values()) {
        report(program, comparison.with(installation, entry, sampling.engine()));
      }
    } catch (LaunchException e) {
      problems.badInput(Problems.describe(e));
    }
  }

  private void report(Program program, LoadFinding finding) {
    if (options.tsv()) {
      terminal.row(
          program.name(),
          finding.without(),
          finding.with(),
          finding.different().size(),
          finding.ours(),
          finding.entry(),
          finding.byChance().size());
    } else {
      terminal.line(
          String.format(
              Locale.ROOT,
              "%s, %s: %,d types without, %,d with; %,d different, %,d by chance,"
                  + " %,d on our threads or in our calls",
              program.name(),
              finding.entry(),
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
