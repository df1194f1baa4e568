// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import dev.tiptoe.bridge.border.Border;
import dev.tiptoe.bridge.border.Target;
import dev.tiptoe.bridge.control.ControlException.Reason;
import dev.tiptoe.bridge.socket.UnreachableException;
import java.nio.file.Path;

/**
 * The paths of the agents' control sockets. Stateless.
 *
 * <pre>
 *   /tmp/tiptoe-control-RANDOM/PID-KEY
 * </pre>
 *
 * <p>The folder belongs to the user of the observed process, and nobody else may enter it; its name
 * cannot be foreseen, so nobody else can take it first. It is found again by its owner. A socket
 * has the process ID as the process sees itself.
 */
final class ControlSocket {

  private ControlSocket() {}

  /**
   * The {@code CONTROL} setting for a process that this user is about to start: a path that no
   * other agent has. In it {@code %p} stands for the process ID, which the agent fills in.
   *
   * @throws ControlException when there can be no private folder
   */
  static Path settingForNewProcess() throws ControlException {
    try (Target self = Border.enterOurselves()) {
      return Path.of(self.newControlPath());
    } catch (UnreachableException e) {
      throw new ControlException(
          Reason.NO_AGENT, "no private folder for a control socket: " + e.inWords());
    }
  }
}
