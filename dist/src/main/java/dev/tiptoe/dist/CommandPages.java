// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import dev.tiptoe.cli.Launcher;
import dev.tiptoe.cli.Tiptoe;
import dev.tiptoe.cli.option.FormatWords;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.serve.command.TiptoeServe;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The man pages and the completion of a program. Immutable.
 *
 * @param launcher runs the program
 */
public record CommandPages(Launcher launcher) {

  static final CommandPages TIPTOE = new CommandPages(Tiptoe.LAUNCHER);
  static final CommandPages TIPTOE_SERVE = new CommandPages(TiptoeServe.LAUNCHER);

  /** A command of the one program that stands for the other, which has the page of that name. */
  private static final String PAGE_OF_THE_OTHER = "tiptoe-serve.1";

  /**
   * Writes those of each program into a folder of its own below {@code arguments[0]}, as of the
   * version {@code arguments[1]}.
   */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    TIPTOE.write(folder.resolve("share"), arguments[1]);
    TIPTOE_SERVE.write(folder.resolve("share-serve"), arguments[1]);
  }

  void write(Path folder, String version) throws IOException {
    Path man = Files.createDirectories(folder.resolve("man/man1"));
    for (ManPage page : manPages(version)) {
      Files.writeString(man.resolve(page.fileName()), page.text());
    }
    Path completions = Files.createDirectories(folder.resolve("bash-completion/completions"));
    Files.writeString(completions.resolve(launcher.name()), completion());
  }

  List<ManPage> manPages(String version) {
    return new ManPage(command(), launcher.groups(), version)
        .withAllBelow()
        .filter(
            page -> launcher == TiptoeServe.LAUNCHER || !page.fileName().equals(PAGE_OF_THE_OTHER))
        .toList();
  }

  /** Returns a script for bash, which zsh takes too. */
  String completion() {
    CommandLine whole = command();
    if (whole.getSubcommands().isEmpty()) {
      return AutoComplete.bash(launcher.name(), whole);
    }
    // The launcher takes this word itself.
    CommandSpec help =
        CommandSpec.create()
            .name("help")
            .addPositional(
                PositionalParamSpec.builder()
                    .paramLabel("COMMAND")
                    .type(String.class)
                    .completionCandidates(List.copyOf(whole.getSubcommands().keySet()))
                    .build());
    return AutoComplete.bash(launcher.name(), whole.addSubcommand(help));
  }

  CommandLine command() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Terminal terminal =
        new Terminal(launcher.name(), InputStream.nullInputStream(), nowhere, nowhere);
    CommandLine whole = launcher.commandLine(terminal);
    whole.getSubcommands().values().forEach(each -> FormatWords.fill(each.getCommandSpec()));
    return whole;
  }
}
