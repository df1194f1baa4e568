// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.cli.option.EngineConverter;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.proof.soak.Soak;
import dev.tiptoe.proof.soak.SoakReport;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code prove soak}: checks whether a busy program is unaffected while the agent is attached and
 * detached again and again.
 */
@Command(
    name = "soak",
    mixinStandardHelpOptions = true,
    description = {
      "Attaches the agent to a busy program and detaches it, again and again, while a client sends it"
          + " requests without a pause and checks every answer. Beside it the same program runs alone,"
          + " for comparison.",
      "",
      "TSV columns: cycles, failures, crashes, leaked files, threads, descriptors, requests,"
          + " growth in KiB, stacks, growth of the program that runs alone.",
      "",
      "Exit code: 0 if all went well, 1 if something did not."
    })
final class SoakCommand implements Callable<Integer> {

  @Option(
      names = "--cycles",
      paramLabel = "N",
      defaultValue = "50",
      description = "How many times. Default: ${DEFAULT-VALUE}.")
  private int cycles = 50;

  @Mixin private final WitnessOptions options = new WitnessOptions();

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      converter = EngineConverter.class,
      description = "How the agent samples: suspend, perf or both. Default: both.")
  private SamplingEngine engine = SamplingEngine.BOTH;

  @Option(
      names = "--gc-stress",
      paramLabel = "HEX",
      description =
          "DOTNET_GCStress of both, such as 0x3: collect at every allocation; many times slower.")
  private Optional<String> gcStress = Optional.empty();

  @Option(names = "--progress", description = "One line for each cycle, on standard error.")
  private boolean progress;

  private final Terminal terminal;
  private final Problems problems;

  SoakCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Installation installation = Installation.current();
    DotnetRuntime on = options.runtime(installation);
    Consumer<String> notes = progress ? terminal::note : ignored -> {};
    try {
      report(Soak.run(installation, on, Math.max(1, cycles), engine, gcStress, notes));
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
          report.stacks(),
          report.grownAlone());
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
              "    %,d requests answered correctly, %,d stacks sampled, %,d KiB grown (alone: %,d)",
              report.requests(),
              report.stacks(),
              report.grown(),
              report.grownAlone()));
    }
    report.problems().forEach(terminal::note);
    if (!report.isClean()) {
      problems.no();
    }
  }
}
