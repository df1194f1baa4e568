// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.launch.Signals;
import java.util.concurrent.CompletableFuture;

/**
 * Waits for a program, and passes SIGINT and SIGTERM on to it instead of ending this process.
 *
 * <p>It handles signals before the program is started: otherwise a signal in between would end this
 * process and leave the program behind.
 */
public final class SignalRelay {

  private static final String INTERRUPT = "INT";
  private static final String TERMINATE = "TERM";

  private final CompletableFuture<Process> started = new CompletableFuture<>();

  /** Handles signals from now on. */
  public SignalRelay() {
    relay(INTERRUPT, 2);
    relay(TERMINATE, 15);
  }

  private void relay(String name, int number) {
    Interrupts.on(
        name,
        () -> {
          var ignored = started.thenAccept(process -> pass(name, number, process));
        });
  }

  /**
   * Returns the exit status of the program; 128 plus the signal's number when a signal ended it.
   */
  public int await(Process process) {
    started.complete(process);
    while (true) {
      try {
        return process.waitFor();
      } catch (InterruptedException e) {
        // Nothing interrupts this thread; the program decides when it ends.
      }
    }
  }

  private static void pass(String name, int number, Process process) {
    // A terminal sends Ctrl-C to all processes in the foreground, so the program has received it
    // already.
    if (!name.equals(INTERRUPT) || !Signals.isForeground()) {
      Signals.send(process.pid(), number);
    }
  }
}
