// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.border;

import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.bridge.socket.Connection;
import dev.tiptoe.bridge.socket.Deadline;
import dev.tiptoe.bridge.socket.Port;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.io.IOException;

/** Gives access to what an observed process sees, with the rights of its user. Stateless. */
@FunctionalInterface
public interface Border {

  /** The implementation, which uses a child process for each target. */
  Border PROXIED = ProxiedTarget::enter;

  /**
   * Opens a target for a process.
   *
   * @param startTime when it started; it distinguishes the process from a later one of the same
   *     number
   * @throws UnreachableException when it has ended, or this user has no permission
   */
  Target enter(LinuxProcess process, long startTime) throws UnreachableException;

  /** Opens a target for this process itself: its own temporary folders, as its own user. */
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

  /**
   * Returns a port to the runtime in a process. Each connection has a target of its own, and closes
   * it.
   */
  default Port runtimeOf(LinuxProcess process, long startTime) {
    return deadline -> connect(process, startTime, Target::connectToRuntime, deadline);
  }

  /** Returns a port to the agent in a process, in the same way. */
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

  /** A way to connect with something in a target. */
  @FunctionalInterface
  interface Connecting {
    /** Connects. */
    Connection connect(Target target, Deadline deadline) throws UnreachableException;
  }
}
