// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import picocli.CommandLine.Parameters;

/** The process to whose agent a command sends requests. */
final class AskedProcess {

  @Parameters(paramLabel = "PID", description = "The process.")
  private long pid;

  /**
   * Returns a client for its agent.
   *
   * @throws ControlException when there is no such process, or none with an agent that listens
   */
  ControlClient agent() throws ControlException {
    return ControlClient.of(pid);
  }
}
