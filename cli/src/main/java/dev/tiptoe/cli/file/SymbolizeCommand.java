// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.Candidates;
import dev.tiptoe.cli.option.FormatWords;
import dev.tiptoe.cli.option.GivenSymbols;
import dev.tiptoe.cli.option.PlainArguments;
import dev.tiptoe.cli.option.PlainCommand;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.Progress;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.stores.SymbolFiles;
import dev.tiptoe.symbols.text.FrameRewriter;
import dev.tiptoe.symbols.text.FrameRewriter.NameStyle;
import dev.tiptoe.symbols.written.NoiseFrames;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tiptoe symbolize}: adds names and source lines to stack traces and lists of methods. */
@Command(
    name = "symbolize",
    mixinStandardHelpOptions = true,
    description = {
      "Adds source lines and the names of written methods to .NET stack traces in a text, to a list"
          + " of methods, or to a profile. Everything else stays as it is.",
      "",
      "text: any log. tsv, jsonl: rows of module (MVID or file name, or the build ID of a native"
          + " library with an address as its RVA), token, IL offset, RVA; added"
          + " to each: method, written, system_name, source, line, column, end, url, precision,"
          + " origin, reason, source_origin; where a row has one of these already, the added one"
          + " begins with tiptoe_. "
          + FormatWords.SYMBOLIZED
          + ": profiles, gzipped or not. nettrace: a file of the"
          + " runtime's events; its distinct frames become rows of such a list, with their counts."
    })
public final class SymbolizeCommand implements PlainCommand {

  @Parameters(
      paramLabel = "FILE",
      arity = "0..1",
      description = "The text or list; standard input if none is given, or for -.")
  private String file = "-";

  @Mixin private GivenSymbols places = new GivenSymbols();

  @Option(
      names = "--from",
      paramLabel = "FORMAT",
      completionCandidates = InputFormat.Words.class,
      description =
          "One of ${COMPLETION-CANDIDATES}; otherwise the first bytes of the input decide.")
  private @Nullable String from;

  @Option(
      names = "--names",
      paramLabel = "STYLE",
      completionCandidates = Candidates.Names.class,
      description =
          "written (the default) puts the method that was written for a generated one;"
              + " csharp writes all names as in C#; system leaves all names as they are.")
  private String names = "written";

  @Option(names = "--keep-raw", description = "The replaced name follows in brackets.")
  private boolean keepRaw;

  @Option(names = "--all", description = "Where a frame may be one of several, print them all.")
  private boolean all;

  @Option(
      names = "--hide-noise",
      description = "Leave out frames of the machinery of tasks, awaits and exceptions.")
  private boolean hideNoise;

  @Spec private @Nullable CommandSpec spec;

  private final Terminal terminal;
  private final Problems problems;

  public SymbolizeCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
  }

  @Override
  public boolean take(List<String> arguments) {
    Optional<PlainArguments> read =
        PlainArguments.read(arguments, Set.of(), Set.of("--symbols"))
            .filter(plain -> plain.operands().size() <= 1);
    Optional<List<Path>> symbols = read.flatMap(plain -> plain.paths("--symbols"));
    symbols.ifPresent(
        paths -> {
          places.take(paths);
          read.get().operands().forEach(operand -> file = operand);
        });
    return symbols.isPresent();
  }

  @Override
  public Integer call() throws IOException {
    NameStyle style = style();
    SymbolFiles given = places.files(terminal, problems);
    InputFormat.Context context =
        new InputFormat.Context(
            file.equals("-") ? "standard input" : file,
            terminal,
            given.symbols(),
            NativeSymbols.of(given.store()),
            new FrameRewriter.Options(style, keepRaw, all),
            hideNoise ? NoiseFrames.standard()::isNoise : FrameRewriter.Noise.NONE,
            problems::badInput,
            new FilteredOutput(terminal),
            0,
            0);
    // Checked before the input is opened.
    @Nullable InputFormat asked = from == null ? null : asked(from);
    if (file.equals("-")) {
      symbolize(terminal.in(), asked, context);
    } else {
      Path path = path();
      long size = Files.isRegularFile(path) ? Files.size(path) : 0;
      try (InputStream read = Files.newInputStream(path);
          Progress progress =
              terminal.progress("symbolizing " + path.getFileName(), Progress.Unit.BYTES, size)) {
        symbolize(new BufferedInputStream(progress.counting(read), 1 << 16), asked, context);
      }
    }
    return problems.exitCode();
  }

  private Path path() throws IOException {
    try {
      Path path = Path.of(file);
      if (file.isEmpty()) {
        throw new IOException("'': not the name of a file");
      }
      if (Files.isDirectory(path)) {
        throw new IOException(file + ": a folder, not a file");
      }
      return path;
    } catch (InvalidPathException e) {
      throw new IOException(Problems.describe(file, e), e);
    }
  }

  private static void symbolize(
      InputStream in, @Nullable InputFormat asked, InputFormat.Context context) throws IOException {
    if (asked != null && !asked.isText()) {
      asked.work().run(in, context);
      return;
    }
    MarkedText text = MarkedText.of(in, context.out());
    InputFormat.Context inText = context.to(text.out());
    if (asked == null) {
      InputFormat.symbolize(text.in(), !text.isMarked(), inText);
    } else {
      asked.work().run(text.in(), inText);
    }
    text.end();
  }

  private NameStyle style() {
    return List.of(NameStyle.values()).stream()
        .filter(each -> each.name().toLowerCase(Locale.ROOT).equals(names))
        .findFirst()
        .orElseThrow(() -> wrong("'" + names + "' is not a style (written, csharp, system)"));
  }

  private InputFormat asked(String name) {
    return InputFormat.ALL.stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                wrong(
                    "'"
                        + name
                        + "' is not a format ("
                        + String.join(", ", InputFormat.words())
                        + ")"));
  }

  private ParameterException wrong(String reason) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), reason);
  }
}
