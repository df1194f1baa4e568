// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

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

  @Mixin private final AskedProcess process = new AskedProcess();

  private final Terminal terminal;

  DetachCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    long expected = process.agent().detach().toNanos();
    terminal.line("the agent leaves, within about " + StatusCommand.time(expected));
    return ExitCode.OK;
  }
}
