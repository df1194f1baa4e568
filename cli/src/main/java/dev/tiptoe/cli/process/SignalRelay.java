// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import java.util.concurrent.CompletableFuture;

/**
 * Stands in front of a program: waits for it, and passes SIGINT and SIGTERM on to it instead of
 * ending itself.
 *
 * <p>It listens before the program is started: a signal that comes in between would otherwise end
 * this process and leave the program behind.
 */
public final class SignalRelay {

  private static final String INTERRUPT = "INT";
  private static final String TERMINATE = "TERM";

  private final CompletableFuture<Process> started = new CompletableFuture<>();

  /** Listens from now on. */
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

  /** The exit status of the program; 128 and the signal's number when a signal ended it. */
  public int await(Process process) {
    started.complete(process);
    while (true) {
      try {
        return process.waitFor();
      } catch (InterruptedException e) {
        // Nothing here interrupts this thread; the program decides when it is over.
      }
    }
  }

  private static void pass(String name, int number, Process process) {
    // A terminal sends Ctrl-C to the whole foreground; the program has got it already.
    if (!name.equals(INTERRUPT) || !Signals.isForeground()) {
      Signals.send(process.pid(), number);
    }
  }
}
