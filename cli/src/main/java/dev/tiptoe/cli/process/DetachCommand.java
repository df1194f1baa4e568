// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tiptoe detach}: detaches the agent from a process, which goes on. */
@Command(
    name = "detach",
    mixinStandardHelpOptions = true,
    description = {
      "Detaches the agent from a process. The trace is complete up to then, and the program goes"
          + " on.",
      "",
      "Exit code: 0 when the runtime accepts, 3 when not."
    })
public final class DetachCommand implements Callable<Integer> {

  /** The version that .NET Core 3.1 reports. */
  private static final String NET_CORE_31 = "v4.0.30319";

  private static final String OR_MUCH_LATER =
      "; in ten minutes if a thread is inside a callback at that time and twice as long from now"
          + " (.NET Core 3.1)";

  @Mixin private final AskedProcess process = new AskedProcess();

  private final Terminal terminal;

  public DetachCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    ControlClient agent = process.agent();
    boolean checksRarely = agent.status().runtimeVersion().equals(NET_CORE_31);
    long expected = agent.detach().toNanos();
    terminal.line(
        "the agent leaves, within about "
            + StatusCommand.time(expected)
            + (checksRarely ? OR_MUCH_LATER : ""));
    return ExitCode.OK;
  }
}
