// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.command;

import dev.tiptoe.cli.terminal.Terminal;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code prove bench}: measures how fast Tiptoe is beside a peer that does the same. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "WHAT",
    description = "Measures Tiptoe beside a peer that does the same works with the same data.")
public final class BenchCommand {

  private BenchCommand() {}

  /** Returns the command with its subcommands. */
  static CommandLine of(Terminal terminal) {
    CommandLine line = new CommandLine(new BenchCommand());
    line.addSubcommand("agent", new BenchAgentCommand(terminal));
    line.addSubcommand("fleet", new BenchFleetCommand(terminal));
    line.addSubcommand("live", new BenchLiveCommand(terminal));
    line.addSubcommand("metadata", new BenchMetadataCommand(terminal));
    line.addSubcommand("page", new BenchPageCommand(terminal));
    line.addSubcommand("process", new BenchProcessCommand(terminal));
    line.addSubcommand("resolver", new BenchResolverCommand(terminal));
    line.addSubcommand("profile", new BenchProfileCommand(terminal));
    line.addSubcommand("symbols", new BenchSymbolsCommand(terminal));
    return line;
  }
}
