// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.cli.option.NameStyleConverter;
import dev.tiptoe.cli.option.Rva;
import dev.tiptoe.cli.terminal.Allowance;
import dev.tiptoe.cli.terminal.Problems;
import dev.tiptoe.cli.terminal.SkippedFiles;
import dev.tiptoe.cli.terminal.Terminal;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.metadata.name.Names;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
      "Names the methods of .NET files, or the tokens given.",
      "",
      "TSV columns: file, mvid, token, name; with --rva also rva, offset in the method."
    })
public final class NamesCommand implements Callable<Integer> {

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
          "Name the methods whose native code, compiled ahead of time, is at these addresses,"
              + " counted from where the file is mapped; not with --tokens or another style.")
  private List<Rva> rvas = List.of();

  @Option(
      names = "--style",
      paramLabel = "STYLE",
      converter = NameStyleConverter.class,
      description = "How names are written: reflection (the default), clr, csharp or docid.")
  private NameStyle style = NameStyle.REFLECTION;

  @Option(names = "--tsv", description = "Tab-separated values, for scripts.")
  private boolean tsv;

  @Spec private @Nullable CommandSpec spec;

  private final Terminal terminal;
  private final Problems problems;
  private final SkippedFiles skipped;
  private final ModuleFiles files = new ModuleFiles();
  private final Allowance allowance = new Allowance();
  private final Map<String, Optional<Named>> opened = new HashMap<>();

  public NamesCommand(Terminal terminal) {
    this.terminal = terminal;
    this.problems = new Problems(terminal);
    this.skipped = SkippedFiles.noModules(terminal);
  }

  /** An open file and the names of its rows; without an MVID when that cannot be read. */
  private record Named(Image image, Names names, Optional<UUID> mvid) {}

  @Override
  public Integer call() throws IOException {
    if (!rvas.isEmpty() && !tokens.isEmpty()) {
      throw wrong("--rva and --tokens exclude each other");
    }
    if (!rvas.isEmpty() && style != NameStyle.REFLECTION) {
      throw wrong("with --rva names are in the reflection style only");
    }
    for (String path : paths) {
      if (path.equals("-")) {
        answerLines();
      } else {
        nameFiles(path);
      }
    }
    skipped.print();
    return problems.exitCode();
  }

  private ParameterException wrong(String reason) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), reason);
  }

  private void nameFiles(String argument) {
    try {
      for (ManagedFile file : ManagedFile.of(argument, true, problems::badInput)) {
        nameFile(file);
      }
    } catch (IOException | InvalidPathException e) {
      problems.badInput(Problems.describe(argument, e));
    }
  }

  /** Names the rows or the code of one file; damage in it does not stop the next. */
  private void nameFile(ManagedFile file) {
    try {
      if (rvas.isEmpty()) {
        open(file).ifPresent(named -> nameRows(file, named));
      } else {
        nameCode(file);
      }
    } catch (MetadataFormatException e) {
      problems.badInput(Problems.describe(file.shown(), e));
    }
  }

  private Optional<Named> open(ManagedFile file) {
    return opening(
        file,
        () -> {
          Image image = files.open(file);
          return Optional.of(new Named(image, new Names(image, style), mvid(file, image)));
        });
  }

  private Optional<UUID> mvid(ManagedFile file, Image image) {
    try {
      return image.mvid();
    } catch (MetadataFormatException e) {
      problems.badInput(Problems.describe(file.shown(), e));
      return Optional.empty();
    }
  }

  /** A way to open a file. */
  private interface Opening<T> {
    Optional<T> open() throws IOException;
  }

  private <T> Optional<T> opening(ManagedFile file, Opening<T> way) {
    try {
      return way.open();
    } catch (MetadataFormatException e) {
      if (e.kind() != MetadataFormatException.Kind.DAMAGED && !file.named()) {
        skipped.add(Problems.describe(e));
      } else {
        problems.badInput(Problems.describe(file.shown(), e));
      }
    } catch (IOException e) {
      problems.badInput(Problems.describe(file.shown(), e));
    }
    return Optional.empty();
  }

  private void nameCode(ManagedFile file) {
    Optional<NativeNames> names = opening(file, () -> NativeNames.of(file, files, problems));
    if (!tsv) {
      terminal.line(file.shown());
    }
    for (Rva rva : rvas) {
      names
          .map(code -> code.at(rva))
          .orElseGet(() -> NativeNames.none(problems))
          .forEach(answer -> show(file.shown(), rva, answer));
    }
  }

  private void show(String file, Rva rva, NativeNames.Answer at) {
    if (tsv) {
      terminal.row(file, at.mvid(), at.token(), at.name(), rva, at.offset());
    } else if (at.name().isEmpty()) {
      terminal.line("  " + rva + "  (" + at.why() + ")");
    } else {
      terminal.line("  " + rva + "  " + at.token() + "+" + at.offset() + "  " + at.name());
    }
  }

  private void nameRows(ManagedFile file, Named named) {
    if (!tsv) {
      terminal.line(file.shown());
    }
    if (tokens.isEmpty()) {
      long before = problems.met();
      for (MethodDef method : named.image().methodDefs()) {
        if (problems.areTooMany(file.shown(), before)) {
          return;
        }
        answer(file.shown(), Optional.of(named), method.token());
      }
    } else {
      tokens.forEach(token -> answer(file.shown(), Optional.of(named), token));
    }
  }

  private void answerLines() throws IOException {
    // Malformed input becomes U+FFFD and throws no exception. The reader is not closed, since the
    // stream belongs to the caller.
    var lines = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      int tab = line.lastIndexOf('\t');
      String file = tab < 0 ? line : line.substring(0, tab);
      Optional<Token> token = Token.parse(line.substring(tab + 1));
      if (tab < 0 || token.isEmpty()) {
        problems.badInput("standard input: not FILE<TAB>TOKEN: " + line);
        terminal.row(file, "", tab < 0 ? "" : line.substring(tab + 1), "");
      } else {
        answer(file, opened.computeIfAbsent(file, this::openNamed), token.get());
      }
    }
  }

  private Optional<Named> openNamed(String file) {
    try {
      return open(ManagedFile.named(file));
    } catch (IOException | InvalidPathException e) {
      problems.badInput(Problems.describe(file, e));
      return Optional.empty();
    }
  }

  private void answer(String file, Optional<Named> named, Token token) {
    String name = allowance.of(named.map(open -> nameOf(file, open, token)).orElse(""));
    if (tsv || paths.contains("-")) {
      terminal.row(file, named.flatMap(Named::mvid), token, name);
    } else {
      terminal.line("  " + token + "  " + (name.isEmpty() ? none(named, token) : name));
    }
  }

  private static String none(Optional<Named> named, Token token) {
    return named.filter(open -> open.image().contains(token)).isPresent()
        ? "(no name in this style)"
        : "(no such row)";
  }

  private String nameOf(String file, Named named, Token token) {
    if (!named.image().contains(token) || !named.names().style().isNameable(token.table())) {
      problems.no();
      return "";
    }
    try {
      return named
          .names()
          .of(token, damage -> problems.badInput(token, String.valueOf(damage.getMessage())));
    } catch (MetadataFormatException e) {
      problems.badInput(token, Problems.describe(file, e));
      return "?";
    }
  }
}
