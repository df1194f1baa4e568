// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.ControlSocket;
import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;

/** The agent's own channel, as far as an attachment needs it. */
interface AgentControl {

  /**
   * The path of its socket, as the process sees it.
   *
   * @throws NoSuchFileException when there is no such process
   * @throws LaunchException when it can have none: it could never be asked to leave
   */
  String socket() throws IOException;

  /** Whether an agent listens in the process already. */
  boolean listens();

  /** Asks the agent to leave; what keeps it there is the exception. */
  void detach() throws IOException;

  /** That of the agent in a process. */
  static AgentControl of(long pid) {
    return new AgentControl() {
      @Override
      public String socket() throws IOException {
        try {
          return ControlSocket.settingFor(pid).toString();
        } catch (ControlException e) {
          if (e.reason() == ControlException.Reason.NO_PROCESS) {
            throw new NoSuchFileException(e.getMessage());
          }
          throw new LaunchException(
              "the agent could never be asked to leave, it has no place for its socket: "
                  + e.getMessage());
        }
      }

      @Override
      public boolean listens() {
        try {
          var ignored = ControlSocket.of(pid);
          return true;
        } catch (ControlException e) {
          return false;
        }
      }

      @Override
      public void detach() throws IOException {
        var ignored = ControlClient.of(pid).detach();
      }
    };
  }
}
