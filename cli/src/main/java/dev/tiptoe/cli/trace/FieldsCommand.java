// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.resolver.answer.FieldsAnswer;
import dev.tiptoe.resolver.answer.FieldsAnswer.Listed;
import dev.tiptoe.resolver.answer.ResolvedField;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.ModuleFact;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tiptoe fields}: prints the fields of a ClassID, each with its real type. */
@Command(
    name = "fields",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the fields of a loaded type, and those of structs in it: each with its real type, the"
          + " definition and ClassIDs of that type, how far it is loaded and how that is known.",
      "",
      "TSV columns: depth, path, storage, token, offset, type, type module, type token, ids,"
          + " answer, level, why. Members of JSON: the same, with _ for a space.",
      "",
      "Exit code: 0 if the fields are known, 1 if not."
    })
public final class FieldsCommand implements Callable<Integer> {

  private static final List<String> COLUMNS =
      List.of(
          "depth",
          "path",
          "storage",
          "token",
          "offset",
          "type",
          "type_module",
          "type_token",
          "ids",
          "answer",
          "level",
          "why");

  @Parameters(index = "0", paramLabel = "FILE", description = "The trace; - for standard input.")
  private Path file = Path.of("");

  @Parameters(
      index = "1",
      paramLabel = "CLASSID",
      description = "A ClassID that is valid at the end of the trace, as ids prints it.")
  private ClassID id = new ClassID(0);

  @Option(
      names = "--live",
      paramLabel = "PID",
      description =
          "Gets the size of an instance and the offset of each field from the agent inside this"
              + " process, which must be writing the trace. Offsets of fields inside a field count"
              + " from the beginning of that field; they are known where its ClassID is.")
  private Optional<Long> live = Optional.empty();

  @Mixin private GivenSymbols symbols = new GivenSymbols();

  @Mixin private RowFormat format = new RowFormat();

  private final Terminal terminal;
  private boolean asRows;

  public FieldsCommand(Terminal terminal) {
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

  private int print(Trace trace) throws IOException {
    FieldsAnswer answer = trace.end().fields(id);
    if (answer.notKnown().isPresent()) {
      terminal.note(trace.file() + ": " + answer.notKnown().get().detail());
      return ExitCode.NO;
    }
    Optional<LiveLayouts> layout =
        live.isPresent() && answer.kind() == FieldsAnswer.Kind.LISTED
            ? Optional.of(new LiveLayouts(id, trace.map(), ControlClient.of(live.get())))
            : Optional.empty();
    if (!asRows) {
      String size = layout.map(known -> ", " + known.size() + " bytes").orElse("");
      terminal.line(id + "  " + headline(answer) + size);
    }
    for (FieldRow row : rows(answer)) {
      print(trace, row, layout);
    }
    if (answer instanceof Listed listed && listed.cutShort().isPresent()) {
      terminal.note(trace.file() + ": fields are missing: " + listed.cutShort().get().detail());
    }
    return ExitCode.OK;
  }

  private static List<FieldRow> rows(FieldsAnswer answer) {
    List<FieldRow> rows = new ArrayList<>();
    FieldRow.forEach(answer, rows::add);
    return rows;
  }

  private static String headline(FieldsAnswer answer) {
    return answer instanceof Listed listed && listed.inlineArrayLength().isPresent()
        ? answer.name() + ", an inline array of " + listed.inlineArrayLength().getAsInt()
        : answer.name();
  }

  private void print(Trace trace, FieldRow row, Optional<LiveLayouts> layout)
      throws ControlException {
    Optional<Integer> offset = offset(row, layout);
    LookupAnswer<ClassID> loadedness = row.type().loadedness();
    if (asRows) {
      format.row(
          terminal,
          COLUMNS,
          row.depth(),
          row.path(),
          row.storage(),
          row.token(),
          offset,
          row.type().name(),
          row.typeDef().flatMap(type -> moduleName(trace, type)),
          row.typeDef().map(TypeKey::typeDef),
          row.type().ids(),
          loadedness.kind(),
          loadedness.level().map(Level::inWords),
          loadedness.why());
      return;
    }
    String indent = "  ".repeat(row.depth() + 1);
    String name = row.field().map(ResolvedField::name).orElse("[]");
    String at =
        offset.filter(known -> layout.isPresent()).map(known -> "+" + known + " ").orElse("");
    String line = at + row.storage() + " " + name + ": " + row.type().name();
    terminal.line(indent + line + "  " + where(trace, row));
    terminal.line(indent + "    " + loadedness.inWords());
  }

  private static String where(Trace trace, FieldRow row) {
    String type =
        row.typeDef()
            .map(each -> moduleName(trace, each).orElse("") + " " + each.typeDef())
            .orElse("");
    return row.type().ids().isEmpty() ? type : type + " → " + ids(row);
  }

  private static String ids(FieldRow row) {
    return row.type().ids().stream().map(ClassID::toString).collect(Collectors.joining(","));
  }

  private static Optional<Integer> offset(FieldRow row, Optional<LiveLayouts> layout)
      throws ControlException {
    Optional<Integer> lives = layout.isPresent() ? layout.get().offsetOf(row) : Optional.empty();
    return lives.or(() -> declaredOffset(row));
  }

  private static Optional<Integer> declaredOffset(FieldRow row) {
    return row.field()
        .map(ResolvedField::offset)
        .filter(offset -> offset.isPresent())
        .map(offset -> offset.getAsInt());
  }

  private static Optional<String> moduleName(Trace trace, TypeKey type) {
    return trace
        .end()
        .ids()
        .meaningOf(type.module())
        .valid()
        .map(ModuleFact::loaded)
        .map(LoadedModule::fileName);
  }
}
