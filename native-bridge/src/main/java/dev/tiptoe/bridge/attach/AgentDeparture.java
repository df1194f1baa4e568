// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.socket.Port;
import java.io.IOException;
import java.time.Duration;

/**
 * What became of an agent when an attach failed that was asked for: nothing takes that back, and an
 * agent that has come is told to leave again. Immutable.
 *
 * @param isSure whether the agent will not be there any more
 * @param inWords what is to be said of it
 */
record AgentDeparture(boolean isSure, String inWords) {

  private static final Duration PATIENCE = Duration.ofSeconds(1);

  /**
   * Tells the agent to leave, if it is there.
   *
   * @param process where it may be
   * @param agent leads to it
   */
  static AgentDeparture of(LinuxProcess process, Port agent) {
    boolean interrupted = Thread.interrupted();
    try {
      var ignored = ControlClient.through(agent).within(PATIENCE).detach();
      return new AgentDeparture(true, "the agent had come, and leaves again");
    } catch (IOException e) {
      return process.isAlive()
          ? new AgentDeparture(
              false,
              "the agent may still come; 'tiptoe detach " + process.pid() + "' makes it leave")
          : new AgentDeparture(true, "the process has ended");
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** The refusal, with what became of the agent. */
  Refusal after(Refusal failure) {
    String detail = failure.detail().isEmpty() ? inWords : failure.detail() + "; " + inWords;
    return new Refusal(failure.reason(), detail, failure.hresult());
  }
}
