// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.socket.Port;
import java.io.IOException;
import java.time.Duration;

/**
 * The state of the agent after a failed attach. A requested attach cannot be taken back, so an
 * agent that has been loaded is detached again. Immutable.
 *
 * @param isSure whether it is certain that no agent will remain
 * @param inWords a sentence about it for the user
 */
record AgentDeparture(boolean isSure, String inWords) {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /**
   * Asks the agent to leave, if it is there.
   *
   * @param process where it may be
   * @param agent connects with it
   */
  static AgentDeparture of(LinuxProcess process, Port agent) {
    boolean interrupted = Thread.interrupted();
    try {
      var ignored = ControlClient.through(agent).within(PATIENCE).detach();
      return new AgentDeparture(true, "the agent was loaded, and leaves again");
    } catch (IOException e) {
      return process.isAlive()
          ? new AgentDeparture(
              false, "the agent may still come; 'tiptoe detach " + process.pid() + "' detaches it")
          : new AgentDeparture(true, "the process has ended");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns the refusal with a sentence about the agent added. */
  Refusal after(Refusal failure) {
    String detail = failure.detail().isEmpty() ? inWords : failure.detail() + "; " + inWords;
    return new Refusal(failure.reason(), detail, failure.hresult());
  }
}
