// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.FlushPoint;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * {@code tiptoe flush}: prints the position in the trace up to which it has everything that its
 * agent has seen.
 */
@Command(
    name = "flush",
    mixinStandardHelpOptions = true,
    description = {
      "Waits until all facts that the agent inside a process has seen are in its trace, and"
          + " prints the position after them.",
      "",
      "TSV columns: sequence of the newest identity record, time, bytes of the trace. Members of"
          + " JSON: sequence, time, bytes.",
      "",
      "Exit code: 0 when the agent answered, 3 when not."
    })
public final class FlushCommand implements Callable<Integer> {

  private static final List<String> COLUMNS = List.of("sequence", "time", "bytes");

  @Mixin private final AskedProcess process = new AskedProcess();

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;

  public FlushCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    boolean asRows = format.isGiven();
    FlushPoint point = process.agent().flush();
    if (asRows) {
      format.row(terminal, COLUMNS, point.sequence(), point.time(), point.offset());
    } else {
      terminal.line(
          "identity record "
              + point.sequence()
              + ", "
              + point.offset()
              + " bytes, "
              + StatusCommand.time(point.time())
              + " after the trace began");
    }
    return ExitCode.OK;
  }
}
