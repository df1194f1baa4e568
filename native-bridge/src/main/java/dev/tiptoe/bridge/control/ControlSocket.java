// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.file.Path;

/**
 * Makes paths for the agents' control sockets. Stateless.
 *
 * <pre>
 *   /tmp/tiptoe-control-RANDOM/PID-KEY
 * </pre>
 *
 * <p>The folder belongs to the user of the observed process, and no other user may enter it. Its
 * name cannot be predicted, so no other user can create it first; it is found again by its owner. A
 * socket's name has the process ID in the process's own namespace.
 */
public final class ControlSocket {

  private ControlSocket() {}

  /**
   * Returns the {@code CONTROL} setting for a process that this user is about to start: a path that
   * no other agent has. It contains {@code %p}, which the agent replaces by the process ID.
   *
   * @throws ControlException when no private folder can be created
   */
  public static Path settingForNewProcess() throws ControlException {
    try (Target self = Border.enterOurselves()) {
      return Path.of(self.newControlPath());
    } catch (UnreachableException e) {
      throw new ControlException(
          Reason.NO_AGENT, "no private folder for a control socket: " + e.inWords());
    }
  }
}
