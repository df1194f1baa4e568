// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.time.Duration;

/**
 * A genuine program of an attacker's that is attached to again and again, and started anew when
 * that cannot go on. Its number may be asked for by any thread; for the rest for one.
 */
public final class Observed implements AutoCloseable {

  private static final int REFUSALS = 5;
  private static final int STARTS = 20;
  private static final Duration TO_LEAVE = Duration.ofSeconds(3);

  private final Attacked on;
  private final RunAs runAs;
  private Attachable program;
  private volatile long pid;
  private int refusals;
  private int renewals;

  Observed(Attacked on, RunAs runAs) throws IOException {
    this.on = on;
    this.runAs = runAs;
    program = on.program(runAs);
    pid = program.pid();
  }

  long pid() {
    return pid;
  }

  /** How often it was started anew. */
  int renewals() {
    return renewals;
  }

  /** Checks that the next undisturbed attach can succeed. */
  void prepareAfter(Outcome attach) throws IOException {
    refusals = attach.status() == 0 ? 0 : refusals + 1;
    if (refusals > REFUSALS || isOccupied()) {
      renew();
    }
  }

  /** Returns whether an agent stays in it that does not detach on request. */
  private boolean isOccupied() throws IOException {
    if (!ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)) {
      return true;
    }
    if (!Attacked.hasAgent(pid)) {
      return false;
    }
    Outcome ignored = on.tiptoe("detach", Long.toString(pid));
    return !on.await(() -> !Attacked.hasAgent(pid), TO_LEAVE);
  }

  /** Starts it anew; what its temporary folder is like meanwhile may keep it from starting. */
  void renew() throws IOException {
    program.close();
    refusals = 0;
    renewals++;
    for (int starts = 1; ; starts++) {
      try {
        program = on.program(runAs);
        pid = program.pid();
        return;
      } catch (AssertionError e) {
        if (starts == STARTS) {
          throw e;
        }
      }
    }
  }

  @Override
  public void close() {
    program.close();
  }
}
