// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tiptoe witness}: whether what Tiptoe claims is true. */
@Command(
    name = "witness",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "WHAT",
    description = "Compares what Tiptoe claims with what others know.")
final class WitnessCommand {

  private WitnessCommand() {}

  /** The command with what can be witnessed. */
  static CommandLine of(Terminal terminal) {
    CommandLine line = new CommandLine(new WitnessCommand());
    return line.addSubcommand("truth", new WitnessTruthCommand(terminal))
        .addSubcommand("loads", new WitnessLoadsCommand(terminal))
        .addSubcommand("soak", new WitnessSoakCommand(terminal));
  }
}
