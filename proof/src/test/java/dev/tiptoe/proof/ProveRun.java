// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.testdata.command.Outcome;

/** Runs {@code prove} in this JVM. */
public final class ProveRun {

  private ProveRun() {}

  /** Runs the command, with nothing on its standard input. */
  public static Outcome prove(String... arguments) {
    return Outcome.of(Prove::run, "", arguments);
  }
}
