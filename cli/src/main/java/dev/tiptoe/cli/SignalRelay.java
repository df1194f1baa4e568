// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.Signals;
import sun.misc.Signal;

/** Stands in front of a program: waits for it, and passes SIGINT and SIGTERM on to it instead of ending itself. */
final class SignalRelay {

  private static final String INTERRUPT = "INT";
  private static final String TERMINATE = "TERM";

  private final Process process;

  SignalRelay(Process process) {
    this.process = process;
  }

  /** The exit status of the program; 128 and the signal's number when a signal ended it. */
  int await() {
    Signal.handle(new Signal(INTERRUPT), this::pass);
    Signal.handle(new Signal(TERMINATE), this::pass);
    while (true) {
      try {
        return process.waitFor();
      } catch (InterruptedException e) {
        // Nothing here interrupts this thread; the program decides when it is over.
      }
    }
  }

  private void pass(Signal signal) {
    // A terminal sends Ctrl-C to the whole foreground; the program has got it already.
    if (!signal.getName().equals(INTERRUPT) || !Signals.isForeground()) {
      Signals.send(process.pid(), signal.getNumber());
    }
  }
}
