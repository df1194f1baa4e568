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

/** The {@code prove} command: compares Tiptoe's claims with independent sources. */
@Command(
    name = "prove",
    mixinStandardHelpOptions = true,
    versionProvider = Tiptoe.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    description = "Checks whether Tiptoe's claims are true, and measures how fast it is.",
    footer = {
      "",
      "Programs of their own:",
      "  bench   Measures Tiptoe beside a peer that does the same works with the same",
      "          data.",
      "  all     Builds everything and runs every test; takes more than an hour.",
    })
public final class Prove {

  private static final Map<String, Function<Terminal, Object>> COMMANDS = new LinkedHashMap<>();

  static {
    COMMANDS.put("verify", VerifyCommand::new);
    COMMANDS.put("truth", TruthCommand::new);
    COMMANDS.put("loads", LoadsCommand::new);
    COMMANDS.put("soak", SoakCommand::new);
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
