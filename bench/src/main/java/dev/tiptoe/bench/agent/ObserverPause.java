// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.launch.LaunchException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Pauses an observer while other programs are measured, so that it takes no time from them. Not
 * thread-safe.
 */
interface ObserverPause {

  /** Pauses nothing: there is no observer. */
  ObserverPause NONE =
      new ObserverPause() {
        @Override
        public void begin() {}

        @Override
        public void end() {}
      };

  /** Stops the observer's sampling. */
  void begin() throws IOException;

  /** Resumes the observer's sampling. */
  void end() throws IOException;

  /** Pauses our agent through its control socket. */
  static ObserverPause ofAgent(Path control, Duration period) {
    ControlClient client = ControlClient.at(control);
    return new ObserverPause() {
      @Override
      public void begin() throws IOException {
        look(Duration.ZERO);
      }

      @Override
      public void end() throws IOException {
        look(period);
      }

      private void look(Duration every) throws IOException {
        try {
          client.sampling(Optional.of(every), Optional.empty());
        } catch (ControlException e) {
          throw new IOException("the agent does not answer", e);
        }
      }
    };
  }

  /**
   * Pauses an observer that has no control: the whole process is stopped, which it does not notice.
   */
  static ObserverPause ofProcess(long pid) {
    return new ObserverPause() {
      @Override
      public void begin() throws IOException {
        signal("STOP");
      }

      @Override
      public void end() throws IOException {
        signal("CONT");
      }

      private void signal(String name) throws IOException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + pid).start();
        try {
          if (kill.waitFor() != 0) {
            throw new LaunchException("process " + pid + " takes no signals");
          }
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new LaunchException("interrupted");
        }
      }
    };
  }
}
