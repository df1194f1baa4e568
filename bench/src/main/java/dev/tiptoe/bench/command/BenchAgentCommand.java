// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.bench.agent.AgentWork;
import dev.tiptoe.bench.agent.Experiment;
import dev.tiptoe.bench.agent.Figures;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code prove bench agent}: measures what it costs a program to be observed. */
@Command(
    name = "agent",
    mixinStandardHelpOptions = true,
    description = {
      "Measures what our agent costs a program, beside the runtime's own sampler (EventPipe): each"
          + " program runs alone, alone once more (what differs is noise), with the agent as it"
          + " comes, with the agent at an enforced 10 ms and 1 ms, with its perf events at 10 ms and 1 ms"
          + " (of which the kernel's part is in the added time only), and with the peer, in a process of its"
          + " own each, and beside the perf tool of Linux where the machine has it; they take turns, a slice of the work each, there and back.",
      "",
      "TSV columns: work, quantity, observer, median, low and high (the interval that holds the true"
          + " median with 95%% confidence), unit, target, verdict (reached: all of the interval is;"
          + " missed: all of it; not shown)."
    })
final class BenchAgentCommand implements Callable<Integer> {

  @Mixin private final BenchOptions options = new BenchOptions(9, 1);

  @Option(
      names = "--works",
      paramLabel = "WORK",
      split = ",",
      converter = WorkConverter.class,
      description = "Only these works, by their names in TSV.")
  private List<AgentWork> works = List.of(AgentWork.values());

  private final Terminal terminal;
  private final Problems problems;

  BenchAgentCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime runtime = DotnetRuntime.requireFetched(installation);
    AgentReport report = new AgentReport(terminal, problems, options.tsv());
    Path folder = Files.createTempDirectory("tiptoe-bench");
    try {
      Experiment experiment =
          new Experiment(installation, runtime, folder, options.warmUp(), options.rounds());
      for (AgentWork work : works) {
        Figures.of(work, experiment).forEach(report::print);
      }
    } finally {
      Files.delete(folder);
    }
    return problems.exitCode();
  }

  /** Converts the name of a measurement. */
  static final class WorkConverter extends BenchOptions.WorkConverter<AgentWork> {
    WorkConverter() {
      super(List.of(AgentWork.values()));
    }
  }
}
