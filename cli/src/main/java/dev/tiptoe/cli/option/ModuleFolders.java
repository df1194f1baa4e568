// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.option;

import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.locator.ModuleLocator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Option;

/** {@code --modules}: folders with the files of a recorded program. */
public final class ModuleFolders {

  @Option(
      names = "--modules",
      paramLabel = "DIR",
      description =
          "A folder with the program's modules and PDBs, searched with everything below where they"
              + " are not at their recorded paths: for a trace from another machine. May be given"
              + " several times.")
  private List<Path> folders = List.of();

  /** Returns a locator for the folders; prints what cannot be read. */
  public ModuleLocator locator(Terminal terminal) throws IOException {
    ModuleLocator locator = ModuleLocator.over(folders);
    locator.unreadable().forEach(problem -> terminal.note(Problems.describe(problem)));
    return locator;
  }
}
