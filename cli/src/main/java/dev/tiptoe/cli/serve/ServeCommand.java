// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.serve;

import dev.tiptoe.cli.terminal.Terminal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Unmatched;

/**
 * {@code tiptoe serve}, if {@code tiptoe-serve} is not installed. If it is, the launcher, {@code
 * src/launcher.sh}, starts that program instead, and this command does not run.
 */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Names the .NET frames of OpenTelemetry profiles on their way to a back end. Runs the"
          + " program tiptoe-serve, which is an archive of its own.",
      "",
      "That program is looked for beside this one, and then on the PATH.",
      "",
      "Exit codes: those of tiptoe-serve; 127 when it is not found."
    })
public final class ServeCommand implements Callable<Integer> {

  /** That of shells for a program that is not found. */
  static final int NOT_FOUND = 127;

  @Parameters(
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = "What tiptoe-serve takes: see tiptoe-serve --help.")
  @SuppressWarnings("UnusedVariable") // Accepted, because the other program takes them.
  private List<String> arguments = List.of();

  @SuppressWarnings("UnusedVariable")
  @Unmatched
  private List<String> options = new ArrayList<>();

  private final Terminal terminal;

  public ServeCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.note(
        "serve is a program of its own, tiptoe-serve, which is neither beside this one nor on the"
            + " PATH: the archive tiptoe-serve-VERSION.tar.gz has it");
    return NOT_FOUND;
  }
}
