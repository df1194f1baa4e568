// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.ModuleFolders;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.feed.LoadedModule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe ids}: prints every run-time ID of a trace, and its meaning. */
@Command(
    name = "ids",
    mixinStandardHelpOptions = true,
    description = {
      "Prints every run-time ID of a trace: what it meant, from when to when, and how that is known.",
      "",
      "TSV columns: kind, id, module, mvid, token, type arguments, name, evidence, from, to."
    })
public final class IdsCommand implements Callable<Integer> {

  @Parameters(paramLabel = "FILE", description = "The trace, or a .nettrace file.")
  private Path file = Path.of("");

  @Option(
      names = "--module",
      paramLabel = "NAME",
      description =
          "Only the IDs of this module: a file name, with or without its extension, in any case.")
  private Optional<String> module = Optional.empty();

  @Mixin private ModuleFolders folders = new ModuleFolders();

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  private final Terminal terminal;

  public IdsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    boolean any = false;
    for (IdRow row :
        (Iterable<IdRow>)
            new IdRows(Trace.read(file, folders.locator(terminal), terminal)).all()::iterator) {
      if (module.isEmpty() || row.isOf(module.get())) {
        print(row);
        any = true;
      }
    }
    return any ? ExitCode.OK : ExitCode.NO;
  }

  private void print(IdRow row) {
    if (tsv) {
      tabbed(row);
    } else {
      readable(row);
    }
  }

  private void tabbed(IdRow row) {
    terminal.row(
        row.kind(),
        row.id(),
        row.moduleName(),
        row.module().flatMap(LoadedModule::mvid),
        row.token(),
        row.typeArguments(),
        row.name(),
        row.evidence(),
        row.from(),
        row.to());
  }

  private void readable(IdRow row) {
    terminal.line(
        String.format(
            Locale.ROOT,
            "%-9s %-16s %-10s %s  (%s)",
            row.kind(),
            row.id(),
            row.token().map(Object::toString).orElse(""),
            row.qualifiedName(),
            String.join(", ", row.evidence())));
  }
}
