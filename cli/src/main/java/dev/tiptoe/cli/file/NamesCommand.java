// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.NameStyleConverter;
import dev.tiptoe.cli.option.PlainArguments;
import dev.tiptoe.cli.option.PlainCommand;
import dev.tiptoe.cli.option.RowFormat;
import dev.tiptoe.cli.option.Rva;
import dev.tiptoe.cli.terminal.Allowance;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.ResultSection;
import dev.tiptoe.cli.terminal.ResultSections;
import dev.tiptoe.cli.terminal.ResultSections.Task;
import dev.tiptoe.cli.terminal.SkippedFiles;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.name.NameStyle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tiptoe names}: prints the names of tokens. */
@Command(
    name = "names",
    mixinStandardHelpOptions = true,
    description = {
      "Prints the names of methods in .NET files, or of the given tokens; of a native library or"
          + " program (ELF) that is given by name, those of its functions.",
      "",
      "TSV columns, and members of JSON: file, mvid, token, name; with --rva also rva, offset in"
          + " the method. Of a native file these are its build ID and the addresses of its"
          + " functions, as"
          + " nm prints them, instead of mvid and token."
    })
public final class NamesCommand implements PlainCommand {

  static final List<String> COLUMNS = List.of("file", "mvid", "token", "name");

  static final List<String> WITH_RVA = List.of("file", "mvid", "token", "name", "rva", "offset");

  @Parameters(
      paramLabel = "PATH",
      arity = "1..*",
      description =
          "Files, or folders with everything below; BUNDLE!MEMBER is a file in a single-file"
              + " bundle; - reads lines of FILE<TAB>TOKEN.")
  private List<String> paths = List.of();

  @Option(
      names = "--tokens",
      paramLabel = "0x…",
      split = ",",
      description = "Only these tokens, of any table whose rows have names.")
  private List<Token> tokens = List.of();

  @Option(
      names = "--rva",
      paramLabel = "0x…",
      split = ",",
      description =
          "Name the methods with precompiled code at these addresses, or the native functions"
              + " there; an address counts from where the file is mapped. Not with --tokens or"
              + " another style.")
  private List<Rva> rvas = List.of();

  @Option(
      names = "--style",
      paramLabel = "STYLE",
      converter = NameStyleConverter.class,
      completionCandidates = NameStyleConverter.Words.class,
      description = "How names are written: reflection (the default), clr, csharp or docid.")
  private NameStyle style = NameStyle.REFLECTION;

  @Mixin private RowFormat format = new RowFormat();

  @Spec private @Nullable CommandSpec spec;

  private final Terminal terminal;
  private boolean asRows;
  private final Problems problems;
  private final SkippedFiles skipped;
  private final ModuleFiles files = new ModuleFiles();
  private final Allowance allowance = new Allowance();

  public NamesCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
    this.skipped = SkippedFiles.noModules(terminal);
  }

  @Override
  public boolean take(List<String> arguments) {
    Optional<PlainArguments> read =
        PlainArguments.read(arguments, Set.of("--tsv"), Set.of("--tokens"))
            .filter(plain -> !plain.operands().isEmpty());
    List<Optional<Token>> wanted =
        read.stream()
            .flatMap(plain -> plain.of("--tokens").stream())
            .flatMap(value -> Stream.of(value.split(",", -1)))
            .map(Token::parse)
            .toList();
    boolean isPlain = read.isPresent() && wanted.stream().allMatch(Optional::isPresent);
    if (isPlain) {
      paths = read.get().operands();
      tokens = wanted.stream().flatMap(Optional::stream).toList();
      format.take(read.get().flags().contains("--tsv"));
    }
    return isPlain;
  }

  @Override
  public Integer call() throws IOException {
    asRows = format.isGiven();
    if (!rvas.isEmpty() && !tokens.isEmpty()) {
      throw wrong("--rva and --tokens exclude each other");
    }
    if (!rvas.isEmpty() && style != NameStyle.REFLECTION) {
      throw wrong("with --rva names are in the reflection style only");
    }
    ResultSections.print(terminal, "naming", paths.stream().flatMap(this::tasks).toList());
    skipped.print();
    return problems.exitCode();
  }

  private ParameterException wrong(String reason) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), reason);
  }

  /** Returns a task for each file that an argument means, and for each problem with it. */
  private Stream<Task> tasks(String argument) {
    if (argument.equals("-")) {
      return Stream.of(new Task(0, this::answerLines));
    }
    List<Task> tasks = new ArrayList<>();
    Consumer<String> problem =
        what -> tasks.add(new Task(0, section -> problems.in(section).badInput(what)));
    try {
      ManagedFile.of(argument, true, folder -> problem.accept(Problems.describe(folder)))
          .forEach(file -> tasks.add(new Task(file.size(), section -> nameFile(file, section))));
    } catch (IOException | InvalidPathException e) {
      problem.accept(Problems.describe(argument, e));
    }
    return tasks.stream();
  }

  /** Names the rows or the code of one file; damage in it does not stop the next. */
  private void nameFile(ManagedFile file, ResultSection section) {
    Problems ofFile = problems.in(section);
    try {
      if (file.named() && file.member().isEmpty() && isNative(file)) {
        nameFunctions(file, section, ofFile);
      } else if (rvas.isEmpty()) {
        open(file, section, ofFile).ifPresent(rows -> nameRows(file, rows, section));
      } else {
        nameCode(file, section, ofFile);
      }
    } catch (MetadataFormatException e) {
      ofFile.badInput(Problems.describe(file.shown(), e));
    }
  }

  private static boolean isNative(ManagedFile file) {
    try {
      return NativeFunctions.areIn(file.path());
    } catch (IOException | MetadataFormatException e) {
      // The code that opens it as a module reports the reason.
      return false;
    }
  }

  private void nameFunctions(ManagedFile file, ResultSection section, Problems ofFile) {
    if (!tokens.isEmpty()) {
      ofFile.badInput(file.shown() + ": a native file has no tokens");
      return;
    }
    opening(
            file,
            section,
            ofFile,
            () -> Optional.of(new NativeFunctions(file, layout(), section, ofFile)))
        .ifPresent(
            functions -> {
              if (rvas.isEmpty()) {
                functions.printAll();
              } else {
                functions.print(rvas);
              }
            });
  }

  private Optional<NameRows> open(ManagedFile file, ResultSection section, Problems ofFile) {
    return opening(
        file,
        section,
        ofFile,
        () -> Optional.of(new NameRows(file.shown(), files.open(file), layout(), section, ofFile)));
  }

  private NameRows.Layout layout() {
    // The results for lines of standard input are for scripts too.
    NameRows.Form form =
        format.isJson()
            ? NameRows.Form.JSON
            : asRows || paths.contains("-") ? NameRows.Form.TSV : NameRows.Form.TEXT;
    return new NameRows.Layout(terminal, style, form, allowance);
  }

  /** A way to open a file. */
  private interface Opening<T> {
    Optional<T> open() throws IOException;
  }

  private <T> Optional<T> opening(
      ManagedFile file, ResultSection section, Problems ofFile, Opening<T> way) {
    try {
      return way.open();
    } catch (MetadataFormatException e) {
      if (e.kind() != MetadataFormatException.Kind.DAMAGED && !file.named()) {
        section.then(() -> skipped.add(Problems.describe(e)));
      } else {
        ofFile.badInput(Problems.describe(file.shown(), e));
      }
    } catch (IOException e) {
      ofFile.badInput(Problems.describe(file.shown(), e));
    }
    return Optional.empty();
  }

  private void nameCode(ManagedFile file, ResultSection section, Problems ofFile) {
    Optional<NativeNames> names =
        opening(file, section, ofFile, () -> NativeNames.of(file, files, ofFile));
    if (!asRows) {
      section.line(file.shown());
    }
    for (Rva rva : rvas) {
      names
          .map(code -> code.at(rva))
          .orElseGet(() -> NativeNames.none(ofFile))
          .forEach(answer -> show(file.shown(), rva, answer, section));
    }
  }

  private void show(String file, Rva rva, NativeNames.Answer at, ResultSection section) {
    if (asRows) {
      format.row(section, WITH_RVA, file, at.mvid(), at.token(), at.name(), rva, at.offset());
    } else if (at.name().isEmpty()) {
      section.line("  " + rva + "  (" + at.why() + ")");
    } else {
      section.line("  " + rva + "  " + at.token() + "+" + at.offset() + "  " + at.name());
    }
  }

  private void nameRows(ManagedFile file, NameRows rows, ResultSection section) {
    if (!asRows) {
      section.line(file.shown());
    }
    if (tokens.isEmpty()) {
      rows.printMethods();
    } else {
      tokens.forEach(rows::print);
    }
  }

  private void answerLines(ResultSection section) throws IOException {
    Map<String, Optional<NameRows>> opened = new HashMap<>();
    Problems ofLines = problems.in(section);
    // Malformed input becomes U+FFFD and throws no exception. The reader is not closed, since the
    // stream belongs to the caller.
    var lines = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int tab = line.lastIndexOf('\t');
      String file = tab < 0 ? line : line.substring(0, tab);
      Optional<Token> token = Token.parse(line.substring(tab + 1));
      if (tab < 0 || token.isEmpty()) {
        ofLines.badInput("standard input: not FILE<TAB>TOKEN: " + line);
        format.row(section, COLUMNS, file, "", tab < 0 ? "" : line.substring(tab + 1), "");
      } else {
        opened
            .computeIfAbsent(file, name -> openNamed(name, section, ofLines))
            .ifPresentOrElse(
                rows -> rows.print(token.get()),
                () -> format.row(section, COLUMNS, file, "", token.get(), ""));
      }
    }
  }

  private Optional<NameRows> openNamed(String file, ResultSection section, Problems ofLines) {
    try {
      return open(ManagedFile.named(file), section, ofLines);
    } catch (IOException | InvalidPathException e) {
      ofLines.badInput(Problems.describe(file, e));
      return Optional.empty();
    }
  }
}
