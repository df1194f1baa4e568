// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.feed.LoadedModule;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
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
      "Prints every run-time ID of a trace: what it meant, from when to when, and how that is"
          + " known.",
      "",
      "TSV columns: kind, id, module, mvid, token, type arguments, name, evidence, from, to."
          + " Members of JSON: the same, with _ for a space."
    })
public final class IdsCommand implements Callable<Integer> {

  private static final List<String> COLUMNS =
      List.of(
          "kind",
          "id",
          "module",
          "mvid",
          "token",
          "type_arguments",
          "name",
          "evidence",
          "from",
          "to");

  @Parameters(
      paramLabel = "FILE",
      description = "The trace, or a .nettrace file; - for standard input.")
  private Path file = Path.of("");

  @Option(
      names = "--module",
      paramLabel = "NAME",
      description =
          "Only the IDs of this module: a file name, with or without its extension, in any case.")
  private Optional<String> module = Optional.empty();

  @Mixin private GivenSymbols symbols = new GivenSymbols();

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;
  private boolean asRows;

  public IdsCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    asRows = format.isGiven();
    InputPlaces places = new InputPlaces(symbols, new Problems(terminal));
    try (InputFile given = InputFile.of(file, terminal)) {
      return places.exitCode(
          print(Trace.read(given.path(), places.files(terminal).symbols(), terminal)));
    }
  }

  private int print(Trace trace) {
    boolean any = false;
    for (IdRow row : (Iterable<IdRow>) new IdRows(trace).all()::iterator) {
      if (module.isEmpty() || row.isOf(module.get())) {
        print(row);
        any = true;
      }
    }
    return any ? ExitCode.OK : ExitCode.NO;
  }

  private void print(IdRow row) {
    if (asRows) {
      tabbed(row);
    } else {
      readable(row);
    }
  }

  private void tabbed(IdRow row) {
    format.row(
        terminal,
        COLUMNS,
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
