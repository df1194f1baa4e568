// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.testdata.command.Outcome;

/** Runs {@code tiptoe} in this JVM. */
public final class TiptoeRun {

  private TiptoeRun() {}

  /** Runs the command, with nothing on its standard input. */
  public static Outcome tiptoe(String... arguments) {
    return fed("", arguments);
  }

  /** Runs the command, with a text on its standard input. */
  public static Outcome fed(String in, String... arguments) {
    return Outcome.of(Tiptoe::run, in, arguments);
  }
}
