// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.SampleRate;
import dev.tiptoe.cli.option.DutyConverter;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tiptoe sample}: prints or changes how often the agent in a process samples stacks. */
@Command(
    name = "sample",
    mixinStandardHelpOptions = true,
    description = {
      "Changes how often the agent inside a process samples the stacks, and prints the new"
          + " settings; without options, only prints them.",
      "",
      "TSV columns: period in nanoseconds (0: not sampling), share of the time in millionths."
          + " Members of JSON: period_nanos, duty_millionths.",
      "",
      "Exit code: 0 when the agent answered, 3 when not."
    })
public final class SampleCommand implements Callable<Integer> {

  private static final List<String> COLUMNS = List.of("period_nanos", "duty_millionths");

  @Mixin private final AskedProcess process = new AskedProcess();

  @Option(
      names = "--every",
      paramLabel = "TIME",
      description = "Time between two samples, such as 10ms or 1s; 0 to stop.")
  private Optional<Duration> every = Optional.empty();

  @Option(
      names = "--duty",
      paramLabel = "PERCENT",
      converter = DutyConverter.class,
      description = "The share of the time that the program may be paused, such as 1 or 0.5.")
  private Optional<Integer> duty = Optional.empty();

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;

  public SampleCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    boolean asRows = format.isGiven();
    SampleRate rate = process.agent().sampling(every, duty);
    if (asRows) {
      format.row(terminal, COLUMNS, rate.period().toNanos(), rate.duty());
    } else if (rate.period().isZero()) {
      terminal.line("not sampling");
    } else {
      terminal.line(
          "every "
              + StatusCommand.time(rate.period().toNanos())
              + ", the program paused for at most "
              + DutyConverter.percent(rate.duty())
              + "% of the time");
    }
    return ExitCode.OK;
  }
}
