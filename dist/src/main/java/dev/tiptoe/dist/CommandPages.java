// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import dev.tiptoe.cli.Tiptoe;
import dev.tiptoe.cli.terminal.Terminal;
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

/** Writes the man pages and the completion of the {@code tiptoe} command. */
public final class CommandPages {

  private CommandPages() {}

  /** Writes into the folder {@code arguments[0]}, as of the version {@code arguments[1]}. */
  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]), arguments[1]);
  }

  static void write(Path folder, String version) throws IOException {
    Path man = Files.createDirectories(folder.resolve("man/man1"));
    for (ManPage page : manPages(version)) {
      Files.writeString(man.resolve(page.fileName()), page.text());
    }
    Path completions = Files.createDirectories(folder.resolve("bash-completion/completions"));
    Files.writeString(completions.resolve("tiptoe"), completion());
  }

  static List<ManPage> manPages(String version) {
    return new ManPage(command(), Tiptoe.LAUNCHER.groups(), version).withAllBelow().toList();
  }

  /** Returns a script for bash, which zsh takes too. */
  static String completion() {
    CommandLine whole = command();
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
    return AutoComplete.bash("tiptoe", whole.addSubcommand(help));
  }

  static CommandLine command() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Terminal terminal = new Terminal("tiptoe", InputStream.nullInputStream(), nowhere, nowhere);
    return Tiptoe.LAUNCHER.commandLine(terminal);
  }
}
