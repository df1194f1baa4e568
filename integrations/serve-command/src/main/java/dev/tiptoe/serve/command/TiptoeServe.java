// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.command;

import dev.tiptoe.cli.Launcher;

/** The program {@code tiptoe-serve}. */
public final class TiptoeServe {

  /** Runs the command. */
  public static final Launcher LAUNCHER = new Launcher("tiptoe-serve", ServeCommand::new);

  private TiptoeServe() {}

  /** Runs the command with these arguments, and ends the process with its exit code. */
  public static void main(String[] arguments) {
    LAUNCHER.runAndExit(arguments);
  }
}
