// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.nativesymbols.NativeImage;
import dev.tiptoe.nativesymbols.NativeName;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.symbols.FrameAnswer;
import dev.tiptoe.symbols.ModuleSymbols;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.Symbols;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** Resolves a module, a token and an offset, as the rows of a list have them. Stateless. */
final class ResolvedRow {

  /** What is added to a row, in order. */
  static final List<String> COLUMNS =
      List.of(
          "method",
          "written",
          "system_name",
          "source",
          "line",
          "column",
          "end",
          "url",
          "precision",
          "origin",
          "reason",
          "source_origin");

  /** What the name of a column begins with where the row has the name already. */
  private static final String OURS = "tiptoe_";

  private static final Pattern MVID =
      Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  /** As Mono and profilers write it. */
  private static final Pattern PLAIN_MVID = Pattern.compile("[0-9a-fA-F]{32}");

  private static final Pattern BUILD_ID = Pattern.compile("([0-9a-fA-F]{2}){8,64}");

  private ResolvedRow() {}

  /** The cells of a row; empty where it has none. */
  record Cells(String module, String token, String offset, String rva) {}

  /**
   * What is added to a row.
   *
   * @param values in the order of the columns
   * @param problem why the row cannot be read; empty if it can
   */
  record Added(List<String> values, String problem) {}

  /** Returns a name of a column, or one made of it that is not among those of the row. */
  static String free(String column, Predicate<String> isTaken) {
    String name = column;
    while (isTaken.test(name)) {
      name = OURS + name;
    }
    return name;
  }

  static Added of(InputFormat.Context with, Cells cells) {
    String module = cells.module().strip();
    // Of 32 digits it may be either; native code has no tokens.
    boolean isBuildId =
        BUILD_ID.matcher(module).matches()
            && (cells.token().isBlank() || !PLAIN_MVID.matcher(module).matches());
    return isBuildId
        ? ofNative(with.nativeSymbols(), new NativeImage("", module), cells.rva())
        : of(cells, () -> modules(with.symbols(), module));
  }

  /** The same for a native library, which a build ID names. */
  private static Added ofNative(NativeSymbols symbols, NativeImage image, String rva) {
    Optional<Integer> address = number(rva, false);
    if (address.isEmpty()) {
      return malformed("'" + rva + "' is not an address in a native library");
    }
    NativeName name = symbols.find(image).at(Integer.toUnsignedLong(address.get()));
    return new Added(
        name instanceof NativeName.Known known
            ? List.of(
                known.name(),
                "",
                known.linkageName(),
                "",
                "",
                "",
                "",
                "",
                "",
                known.origin(),
                "",
                "")
            : unknown(((NativeName.Unknown) name).reason()),
        "");
  }

  /** The same, of the modules that the row's module may be. */
  static Added of(List<ModuleSymbols> modules, Cells cells) {
    return of(cells, () -> modules);
  }

  private static Added of(Cells cells, Supplier<List<ModuleSymbols>> modules) {
    boolean byRva = cells.token().isBlank();
    Optional<Token> token = byRva ? Optional.empty() : token(cells.token().strip());
    Optional<Integer> offset = number(byRva ? cells.rva() : cells.offset(), !byRva);
    if (cells.module().isBlank()) {
      return malformed("the row has no " + either(ListNames.MODULE));
    }
    if (byRva && cells.rva().isBlank()) {
      return malformed("the row has neither token nor rva");
    }
    if (!byRva && token.filter(each -> each.table() == MethodDef.TABLE).isEmpty()) {
      return malformed("'" + cells.token() + "' is not a MethodDef token");
    }
    if (offset.isEmpty() || (!byRva && offset.get() < 0)) {
      return malformed("'" + (byRva ? cells.rva() : cells.offset()) + "' is not an offset");
    }
    List<List<String>> answers = new ArrayList<>();
    for (ModuleSymbols module : modules.get()) {
      FrameAnswer answer =
          byRva
              ? Symbols.frameAt(module, offset.get())
              : Symbols.frame(module, token.orElseThrow(), offset.get());
      List<String> values = values(answer);
      if (answers.stream().noneMatch(each -> each.subList(0, 9).equals(values.subList(0, 9)))) {
        answers.add(values);
      }
    }
    return new Added(
        switch (answers.size()) {
          case 0 -> unknown("no symbols of " + cells.module().strip());
          case 1 -> answers.get(0);
          default -> unknown("several modules of that name differ in this");
        },
        "");
  }

  private static List<ModuleSymbols> modules(Symbols symbols, String module) {
    if (MVID.matcher(module).matches()) {
      return symbols.module(UUID.fromString(module)).stream().toList();
    }
    if (PLAIN_MVID.matcher(module).matches()) {
      long high = Long.parseUnsignedLong(module, 0, 16, 16);
      long low = Long.parseUnsignedLong(module, 16, 32, 16);
      return symbols.module(new UUID(high, low)).stream().toList();
    }
    return symbols.named(fileName(module));
  }

  /** A token: JSON has it as a number where it has any. */
  private static Optional<Token> token(String text) {
    return text.startsWith("0x")
        ? Token.parse(text)
        : number(text, false).filter(value -> value > 0).map(Token::new);
  }

  private static String fileName(String path) {
    return path.substring(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  }

  /** A number, decimal or after {@code 0x}; where there is none, 0 if that is allowed. */
  private static Optional<Integer> number(String text, boolean optional) {
    String number = text.strip().toLowerCase(Locale.ROOT);
    if (number.isEmpty()) {
      return optional ? Optional.of(0) : Optional.empty();
    }
    try {
      return Optional.of(
          number.startsWith("0x")
              ? Integer.parseUnsignedInt(number, 2, number.length(), 16)
              : Integer.parseUnsignedInt(number));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  private static String either(List<String> names) {
    return String.join(", ", names.subList(0, names.size() - 1))
        + " or "
        + names.get(names.size() - 1);
  }

  private static Added malformed(String reason) {
    return new Added(unknown(reason), reason);
  }

  static List<String> unknown(String reason) {
    return List.of("", "", "", "", "", "", "", "", "", "", reason, "");
  }

  private static List<String> values(FrameAnswer answer) {
    if (answer instanceof FrameAnswer.Unknown unknown) {
      return unknown(unknown.reason());
    }
    FrameAnswer.Known known = (FrameAnswer.Known) answer;
    List<String> values =
        new ArrayList<>(
            List.of(
                known.method().shown(),
                known.method().written().shown(),
                known.method().systemName()));
    if (known.source() instanceof SourcePlace.Known place) {
      values.addAll(
          List.of(
              place.document().path(),
              Integer.toString(place.startLine()),
              Integer.toString(place.startColumn()),
              place.endLine() + ":" + place.endColumn(),
              place.document().url().orElse(""),
              place.precision().name().toLowerCase(Locale.ROOT).replace('_', '-'),
              known.origin(),
              "",
              known.sourceOrigin()));
    } else {
      String reason = ((SourcePlace.Unknown) known.source()).reason();
      values.addAll(List.of("", "", "", "", "", "", known.origin(), reason, ""));
    }
    return values;
  }
}
