// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.witness.soak.Soak;
import dev.tiptoe.cli.witness.soak.SoakReport;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code tiptoe witness soak}: whether a busy program stays as it is while the agent comes and
 * goes.
 */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    description = {
      "Attaches the agent to a busy program and detaches it, again and again, while the program is"
          + " asked without a pause and every answer is checked.",
      "",
      "TSV columns: cycles, failures, crashes, leaked files, threads, descriptors, requests,"
          + " growth in KiB, stacks.",
      "",
      "Exit code: 0 if all went well, 1 if something did not."
    })
final class WitnessSoakCommand implements Callable<Integer> {

  @Option(
      names = "--cycles",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many times. Default: ${DEFAULT-VALUE}.")
  private int cycles = 50;

  @Mixin private final WitnessOptions options = new WitnessOptions();

  @Option(names = "--progress", description = "One line for each cycle, on standard error.")
  private boolean progress;

  private final Terminal terminal;
  private final Problems problems;

  WitnessSoakCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = Installation.current();
    DotnetRuntime on = options.runtime(installation);
    Consumer<String> told = progress ? terminal::note : ignored -> {};
    try {
      report(Soak.run(installation, on, Math.max(1, cycles), told));
    } catch (LaunchException e) {
      problems.badInput(Problems.describe(e));
    }
    return problems.exitCode();
  }

  private void report(SoakReport report) {
    if (options.tsv()) {
      terminal.row(
          report.cycles(),
          report.failures(),
          report.crashes(),
          report.leakedFiles(),
          report.leakedThreads(),
          report.leakedDescriptors(),
          report.requests(),
          report.grown(),
          report.stacks());
    } else {
      terminal.line(
          String.format(
              Locale.ROOT,
              "%,d cycles: %,d failures, %,d crashes; left: %,d files, %,d threads, %,d descriptors",
              report.cycles(),
              report.failures(),
              report.crashes(),
              report.leakedFiles(),
              report.leakedThreads(),
              report.leakedDescriptors()));
      terminal.line(
          String.format(
              Locale.ROOT,
              "    %,d requests answered correctly, %,d stacks sampled, %,d KiB grown",
              report.requests(),
              report.stacks(),
              report.grown()));
    }
    report.problems().forEach(terminal::note);
    if (!report.isClean()) {
      problems.no();
    }
  }
}
