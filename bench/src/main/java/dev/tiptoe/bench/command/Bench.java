// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.cli.Launcher;
import dev.tiptoe.cli.Tiptoe;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import picocli.CommandLine.Command;

/** The program behind {@code prove bench}: the part of {@code prove} that measures. */
@Command(
    name = "prove",
    mixinStandardHelpOptions = true,
    versionProvider = Tiptoe.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Measures how fast Tiptoe is.")
public final class Bench {

  private static final Launcher LAUNCHER =
      new Launcher("prove", Bench::new, Map.of("bench", BenchCommand::of));

  private Bench() {}

  /** Runs the bench that {@code arguments} name, and ends the process with its exit code. */
  public static void main(String[] arguments) {
    LAUNCHER.runAndExit(arguments);
  }

  /** Runs the bench that {@code arguments} name, and returns its exit code. */
  public static int run(String[] arguments, InputStream in, OutputStream out, OutputStream err) {
    return LAUNCHER.run(arguments, in, out, err);
  }
}
