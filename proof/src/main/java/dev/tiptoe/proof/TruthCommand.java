// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.proof.truth.Program;
import dev.tiptoe.proof.truth.UsedRules;
import dev.tiptoe.proof.truth.Witness;
import dev.tiptoe.proof.truth.WitnessReport;
import dev.tiptoe.proof.truth.sacrifice.SacrificialProcess;
import dev.tiptoe.proof.truth.typeload.TypeLoadEvents;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code prove truth}: checks whether the claims about test programs are true. */
@Command(
    name = "truth",
    mixinStandardHelpOptions = true,
    description = {
      "Runs test programs and compares Tiptoe's claims about them with two sources: the runtime's"
          + " answers in a sacrificial process, since asking loads types; and the runtime's own record"
          + " of all types that it loaded.",
      "",
      "TSV columns: program, witness, source, compared, wrong, precision, recall, counts.",
      "",
      "Exit code: 0 if nothing is wrong, 1 if something is."
    })
final class TruthCommand implements Callable<Integer> {

  @Mixin private final ProgramOptions programs = new ProgramOptions(Program.names());

  @Mixin private final EngineOption sampling = new EngineOption();

  @Mixin private final WitnessOptions options = new WitnessOptions();

  @Option(
      names = "--all-rules",
      description =
          "Use every rule of loadedness, also those that were not witnessed on the runtime: to"
              + " witness them there.")
  private boolean allRules;

  private final Terminal terminal;
  private final Problems problems;

  TruthCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public Integer call() throws IOException {
    Installation installation = Installation.current();
    DotnetRuntime on = options.runtime(installation);
    for (Program program : programs.programs(installation, terminal)) {
      examine(program, installation, on);
    }
    return problems.exitCode();
  }

  private void examine(Program program, Installation installation, DotnetRuntime on)
      throws IOException {
    UsedRules rules = allRules ? UsedRules.ALL : UsedRules.WITNESSED;
    for (Witness witness :
        List.of(
            new SacrificialProcess(rules, sampling.engine()),
            new TypeLoadEvents(rules, sampling.engine()))) {
      try {
        witness
            .examine(installation, on, program)
            .forEach(report -> report(program, witness, report));
      } catch (LaunchException e) {
        problems.badInput(Problems.describe(e));
      }
    }
  }

  private void report(Program program, Witness witness, WitnessReport report) {
    String counts =
        report.counts().entrySet().stream()
            .map(count -> count.getKey() + "=" + count.getValue())
            .collect(Collectors.joining("; "));
    if (options.tsv()) {
      terminal.row(
          program.name(),
          witness.name(),
          report.source(),
          report.compared(),
          report.wrong(),
          share(report.precision()),
          share(report.recall()),
          counts);
    } else {
      terminal.line(
          String.format(
              Locale.ROOT,
              "%s, %s, %s: %,d compared, %,d wrong",
              program.name(),
              witness.name(),
              report.source(),
              report.compared(),
              report.wrong()));
      report.precision().ifPresent(share -> terminal.line("    precision " + share(share)));
      report.recall().ifPresent(share -> terminal.line("    recall " + share(share)));
      report
          .counts()
          .forEach((name, count) -> terminal.line(String.format("    %,8d %s", count, name)));
    }
    report
        .wrongClaims()
        .forEach(each -> terminal.note(program.name() + ", " + report.source() + ": " + each));
    if (report.wrong() > 0) {
      problems.no();
    }
  }

  private static Optional<String> share(Optional<Double> share) {
    return share.map(TruthCommand::share);
  }

  private static String share(double share) {
    return String.format(Locale.ROOT, "%.4f", share);
  }
}
