// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.Port;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.io.IOException;

/** The way to the other side: to what a process sees, with the rights of its user. Stateless. */
@FunctionalInterface
public interface Border {

  /** The one that there is: through a child process for each target. */
  Border PROXIED = ProxiedTarget::enter;

  /**
   * Reaches a process.
   *
   * @param startTime when it started: a later process of the same number is another one
   * @throws UnreachableException when it has ended, or this user may not
   */
  Target enter(LinuxProcess process, long startTime) throws UnreachableException;

  /** Reaches this process itself: its own temporary folders, as its own user. */
  static Target enterOurselves() throws UnreachableException {
    LinuxProcess self = LinuxProcess.of(ProcessHandle.current().pid());
    try {
      return PROXIED.enter(self, self.startTime());
    } catch (UnreachableException e) {
      throw e;
    } catch (IOException e) {
      throw new UnreachableException(
          UnreachableException.Reason.FAILED, String.valueOf(e.getMessage()));
    }
  }

  /** To the runtime in a process; each connection has a target of its own, and closes it. */
  default Port runtimeOf(LinuxProcess process, long startTime) {
    return deadline -> connect(process, startTime, Target::connectToRuntime, deadline);
  }

  /** The same, to the agent in it. */
  default Port agentOf(LinuxProcess process, long startTime) {
    return deadline -> connect(process, startTime, Target::connectToAgent, deadline);
  }

  private Connection connect(
      LinuxProcess process, long startTime, Connecting connecting, Deadline deadline)
      throws UnreachableException {
    Target target = enter(process, startTime);
    try {
      return new OwningConnection(connecting.connect(target, deadline), target);
    } catch (UnreachableException | RuntimeException e) {
      target.close();
      throw e;
    }
  }

  /** One of the ways to connect with something of a target. */
  @FunctionalInterface
  interface Connecting {
    /** Connects. */
    Connection connect(Target target, Deadline deadline) throws UnreachableException;
  }
}
