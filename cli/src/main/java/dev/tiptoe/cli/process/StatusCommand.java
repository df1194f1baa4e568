// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.JsonReport;
import dev.tiptoe.cli.terminal.Report;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.cli.terminal.TextReport;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tiptoe status}: prints the status of the agent in a process. */
@Command(
    name = "status",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the status of the agent inside a process: the place and size of its trace, how often"
          + " it samples, and its failures.",
      "",
      "TSV columns: name, value; times in nanoseconds, shares in millionths.",
      "",
      "Exit code: 0 when the agent answered, 3 when not."
    })
public final class StatusCommand implements Callable<Integer> {

  @Mixin private final AskedProcess process = new AskedProcess();

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  @Option(names = "--json", description = "One JSON object.")
  private boolean json;

  private final Terminal terminal;

  public StatusCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    AgentStatus status = process.agent().status();
    if (tsv) {
      terminal.row("trace", status.trace());
      terminal.row("runtime", status.runtimeVersion());
      status.quantities().forEach((quantity, value) -> terminal.row(quantity.label(), value));
      return ExitCode.OK;
    }
    try (Report report = json ? new JsonReport(terminal.json()) : new TextReport(terminal)) {
      report.facts("agent", facts(status));
    }
    return ExitCode.OK;
  }

  private Map<String, Object> facts(AgentStatus status) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("trace", status.trace());
    facts.put("runtime", status.runtimeVersion());
    status
        .quantities()
        .forEach(
            (quantity, value) ->
                facts.put(
                    quantity.label(), json ? BigInteger.valueOf(value) : inWords(quantity, value)));
    return facts;
  }

  static String inWords(Quantity quantity, long value) {
    return switch (quantity) {
      case AGENT_VERSION -> (value >>> 16) + "." + (value & 0xffff);
      case START_MODE -> value == 1 ? "from the start" : "attached";
      case COVERAGE -> value == 1 ? "complete" : value == 2 ? "from the attach on" : "ended";
      case SAMPLE_PERIOD -> value == 0 ? "not sampling" : time(value);
      default ->
          switch (quantity.unit()) {
            case NUMBER -> Long.toString(value);
            case BYTES -> value + " bytes";
            case MILLIONTHS ->
                BigDecimal.valueOf(value, 4).stripTrailingZeros().toPlainString() + "%";
            case NANOSECONDS -> time(value);
          };
    };
  }

  /** Formats a duration in a readable unit. */
  static String time(long nanos) {
    return nanos < 1_000_000
        ? BigDecimal.valueOf(nanos, 3) + " us"
        : nanos < 1_000_000_000
            ? BigDecimal.valueOf(nanos / 1_000, 3) + " ms"
            : BigDecimal.valueOf(nanos / 1_000_000, 3) + " s";
  }
}
