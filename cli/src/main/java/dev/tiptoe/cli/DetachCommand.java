// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.control.ControlClient;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tiptoe detach}: the agent leaves a process, which goes on. */
@Command(
    name = "detach",
    mixinStandardHelpOptions = true,
    description = {
      "Has the agent leave a process. The trace is complete up to then, and the program goes on"
          + " without it.",
      "",
      "Exit code: 0 when the runtime agreed, 3 when not."
    })
final class DetachCommand implements Callable<Integer> {

  @Parameters(paramLabel = "PID", description = "The process.")
  private long pid;

  private final Terminal terminal;

  DetachCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    long expected = ControlClient.of(pid).detach().toNanos();
    terminal.line("the agent leaves, within about " + StatusCommand.time(expected));
    return ExitCode.OK;
  }
}
