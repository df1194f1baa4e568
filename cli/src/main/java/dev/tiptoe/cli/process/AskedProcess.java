// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import picocli.CommandLine.Parameters;

/** The process whose agent a command asks. */
final class AskedProcess {

  @Parameters(paramLabel = "PID", description = "The process.")
  private long pid;

  /**
   * Asks the agent in it.
   *
   * @throws ControlException when there is no such process, or none with an agent that listens
   */
  ControlClient agent() throws ControlException {
    return ControlClient.of(pid);
  }
}
