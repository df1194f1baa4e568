// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.attach;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.control.ControlSocket;
import java.io.IOException;
import java.util.Optional;

/** The agent's own channel, as far as an attachment needs it. */
interface AgentControl {

  /** The path of its socket, as the process sees it; empty when it can have none. */
  Optional<String> socket();

  /** Whether an agent listens in the process already. */
  boolean listens();

  /** Asks the agent to leave; what keeps it there is the exception. */
  void detach() throws IOException;

  /** That of the agent in a process. */
  static AgentControl of(long pid) {
    return new AgentControl() {
      @Override
      public Optional<String> socket() {
        try {
          return Optional.of(ControlSocket.settingFor(pid).toString());
        } catch (ControlException e) {
          // Without one the agent works all the same, to the end of the process.
          return Optional.empty();
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
