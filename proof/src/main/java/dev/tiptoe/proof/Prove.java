// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof;

import dev.tiptoe.cli.Launcher;
import dev.tiptoe.cli.Tiptoe;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Command;

/** The {@code prove} command: compares Tiptoe's claims with independent sources, and measures. */
@Command(
    name = "prove",
    mixinStandardHelpOptions = true,
    versionProvider = Tiptoe.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Checks whether Tiptoe's claims are true, and measures how fast it is.")
public final class Prove {

  private static final Map<String, Function<Terminal, Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("verify", VerifyCommand::new);
    COMMANDS.put("truth", TruthCommand::new);
    COMMANDS.put("loads", LoadsCommand::new);
    COMMANDS.put("soak", SoakCommand::new);
    COMMANDS.put("bench", BenchCommand::of);
  }

  private static final Launcher LAUNCHER = new Launcher("prove", Prove::new, COMMANDS);

  private Prove() {}

  /** Runs the command that {@code arguments} name, and ends the process with its exit code. */
  public static void main(String[] arguments) {
    LAUNCHER.runAndExit(arguments);
  }

  /** Runs the command that {@code arguments} name, and returns its exit code. */
  public static int run(String[] arguments, InputStream in, OutputStream out, OutputStream err) {
    return LAUNCHER.run(arguments, in, out, err);
  }
}
