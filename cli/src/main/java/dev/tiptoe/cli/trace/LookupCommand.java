// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.trace;

import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.ModuleFact;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tiptoe lookup}: finds the run-time IDs of a token. */
@Command(
    name = "lookup",
    mixinStandardHelpOptions = true,
    description = {
      "Finds the run-time IDs of a type or method, and prints how far it is loaded and how that is"
          + " known. The token is that of a TypeDef, TypeRef, TypeSpec or ExportedType, or of a"
          + " MethodDef, MemberRef or MethodSpec; a reference has the IDs of what it leads to.",
      "",
      "TSV columns, and members of JSON: answer (loaded, not-seen, never-announced, not-published,"
          + " unloaded), level, ids, module, token, why. One line for each loaded module of that"
          + " name.",
      "",
      "Exit code: 0 if it is loaded, 1 if not."
    })
public final class LookupCommand implements Callable<Integer> {

  private static final Set<Integer> TYPES =
      Set.of(TypeDef.TABLE, TypeRef.TABLE, TypeSpec.TABLE, ExportedType.TABLE);

  private static final Set<Integer> METHODS =
      Set.of(MethodDef.TABLE, MemberRef.TABLE, MethodSpec.TABLE);

  private static final List<String> COLUMNS =
      List.of("answer", "level", "ids", "module", "token", "why");

  @Parameters(
      paramLabel = "FILE",
      description = "The trace, or a .nettrace file; - for standard input.")
  private Path file = Path.of("");

  @Option(
      names = "--module",
      paramLabel = "NAME",
      required = true,
      description = "The module's file name, with or without its extension, in any case.")
  private String module = "";

  @Option(
      names = "--token",
      paramLabel = "0x…",
      required = true,
      description = "A type or method, or a reference to one.")
  private Token token = new Token(0);

  @Mixin private GivenSymbols symbols = new GivenSymbols();

  @Mixin private RowFormat format = new RowFormat();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Terminal terminal;

  public LookupCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    boolean asRows = format.isGiven();
    if (!TYPES.contains(token.table()) && !METHODS.contains(token.table())) {
      CommandLine line = spec.commandLine();
      throw new ParameterException(
          line,
          token
              + " is neither a type (0x01…, 0x02…, 0x1b…, 0x27…) nor a method (0x06…, 0x0a…,"
              + " 0x2b…)");
    }
    InputPlaces places = new InputPlaces(symbols, new Problems(terminal));
    try (InputFile given = InputFile.of(file, terminal)) {
      return places.exitCode(
          print(Trace.read(given.path(), places.files(terminal).symbols(), terminal), asRows));
    }
  }

  private int print(Trace trace, boolean asRows) {
    List<ModuleFact> modules = trace.modulesNamed(module);
    if (modules.isEmpty()) {
      terminal.note(
          trace.file() + ": no module " + module + " was loaded; 'tiptoe ids' lists what was");
      return ExitCode.NO;
    }
    boolean found = false;
    for (ModuleFact each : modules) {
      LookupAnswer<?> answer = ask(trace.end(), each);
      print(trace, each, answer, asRows);
      found |= answer.isLoaded();
    }
    return found ? ExitCode.OK : ExitCode.NO;
  }

  private LookupAnswer<?> ask(Moment end, ModuleFact in) {
    return TYPES.contains(token.table())
        ? end.classIDs(in.id(), token)
        : end.functionIDs(in.id(), token);
  }

  private void print(Trace trace, ModuleFact in, LookupAnswer<?> answer, boolean asRows) {
    String level = answer.level().map(Level::inWords).orElse("");
    if (asRows) {
      String file = in.loaded().fileName();
      format.row(terminal, COLUMNS, answer.kind(), level, answer.ids(), file, token, answer.why());
      return;
    }
    terminal.line(answer.kind() + " " + level);
    answer.ids().forEach(id -> terminal.line("  " + id + "  " + trace.nameOf(id)));
    terminal.line("  " + answer.why());
  }
}
