// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.dist;

import dev.tiptoe.cli.Tiptoe;
import dev.tiptoe.cli.terminal.Terminal;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

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
    return AutoComplete.bash("tiptoe", command().addSubcommand(new Help()));
  }

  /** {@code tiptoe help}, which the launcher turns into an option. */
  @Command(name = "help")
  private static final class Help {
    @Parameters(completionCandidates = Commands.class)
    private @Nullable String command;
  }

  /** The names of the commands. */
  static final class Commands implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return command().getSubcommands().keySet().iterator();
    }
  }

  static CommandLine command() {
    OutputStream nowhere = OutputStream.nullOutputStream();
    Terminal terminal = new Terminal("tiptoe", InputStream.nullInputStream(), nowhere, nowhere);
    return Tiptoe.LAUNCHER.commandLine(terminal);
  }
}
