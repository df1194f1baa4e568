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

  private static final int EPERM = 1;
  private static final int EACCES = 13;
  private static final int EMFILE = 24;
  private static final int ENOSYS = 38;

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
      case ENGINES -> value == 0 ? "suspend" : value == 1 ? "perf" : "both";
      case PERF_CONDITION -> value == 1 ? "serving" : value == 2 ? "refused" : "off";
      case PERF_REFUSAL -> refusal(value);
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

  /** Says why the system refuses perf events, by its error number. */
  static String refusal(long errno) {
    return switch ((int) errno) {
      case 0 -> "none";
      case EPERM ->
          "forbidden, by a filter of system calls (seccomp) as in a container, or by the limit of"
              + " locked memory";
      case EACCES -> "forbidden: kernel.perf_event_paranoid is greater than 2";
      case EMFILE -> "not opened: the process has too few descriptors left";
      case ENOSYS -> "not in this kernel, or hidden by a filter of system calls (seccomp)";
      default -> "refused, error " + errno;
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
