// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A name that a compiler made for something without a name in the source. Immutable.
 *
 * <pre>
 *   C#            [CS$] '&lt;' source '&gt;' kind ['__' own ['|'] methodOrdinal ['_' ordinal]]
 *   Visual Basic  VB$StateMachine_methodOrdinal_source  _Closure$__ordinals  _Lambda$__ordinals
 *   F#            source '@' line ['-' ordinal]
 * </pre>
 *
 * @param kind what has the name
 * @param source the name of the method, property or local function for which it was made, as in the
 *     metadata; empty where the name does not say it
 * @param own the name in the source of what has the name, such as that of a local function; empty
 *     if it has none
 * @param methodOrdinal the place of the source method among the members of its type, if the name
 *     says it; not a row number
 * @see <a href="https://github.com/dotnet/roslyn">Roslyn: GeneratedNameKind, GeneratedNameParser,
 *     GeneratedNameConstants.vb</a>
 */
public record GeneratedName(Kind kind, String source, String own, OptionalInt methodOrdinal) {

  /** What a compiler makes names for. */
  public enum Kind {
    /** The method of a lambda expression. */
    LAMBDA,
    /** The type that holds lambdas, with or without the variables that they capture. */
    CLOSURE,
    /** The type of a state machine: of an async method or an iterator. */
    STATE_MACHINE,
    /** The method of a local function. */
    LOCAL_FUNCTION,
    /** A finally block of an iterator. */
    ITERATOR_FINALLY,
    /** A method that calls a base method, for a lambda. */
    BASE_CALL,
    /** A method that adapts another to a delegate type, in Visual Basic. */
    CONVERSION,
    /** The type of a closure in F#, or a method for a function that was moved out of another. */
    FSHARP_CLOSURE,
    /** A type that is visible in one file alone. */
    FILE_LOCAL_TYPE,
    /** The program's entry point, which waits for the asynchronous one. */
    ENTRY_POINT,
    /** A type or member that no code was written for. */
    OTHER
  }

  private static final Map<Character, Kind> KINDS =
      Map.of(
          'b', Kind.LAMBDA,
          'c', Kind.CLOSURE,
          'd', Kind.STATE_MACHINE,
          'g', Kind.LOCAL_FUNCTION,
          'm', Kind.ITERATOR_FINALLY,
          'n', Kind.BASE_CALL,
          'F', Kind.FILE_LOCAL_TYPE);

  private static final String MAIN = "<Main>";

  /** The first of two numbers is that of the method; one alone is that of the lambda. */
  private static final Pattern OF_VISUAL_BASIC =
      Pattern.compile(
          "(?:VB\\$StateMachine_(?<machine>\\d*)(?:#\\d+)?_(?<source>.+)"
              + "|(?<lambda>_Lambda\\$__)(?<relaxed>R)?\\d.*"
              + "|(?<closure>_Closure\\$__).*"
              + "|(?<base>\\$VB\\$ClosureStub_)(?<called>.+?)(?:_.*)?)");

  private static final Pattern ORDINAL_OF_VISUAL_BASIC =
      Pattern.compile("_(?:Lambda|Closure)\\$__R?(\\d+)(?:#\\d+)?-.*");

  private static final Pattern OF_FSHARP = Pattern.compile("(?<source>.+)@\\d+(?:-\\d+)?");

  /** SHA-256 of the file's path, as text. */
  private static final int HASH = 64;

  /** Parses a name in the metadata; empty for one that was written. */
  public static Optional<GeneratedName> parse(String name) {
    int open = name.startsWith("CS$") ? 3 : 0;
    if (name.startsWith("<", open)) {
      return ofCSharp(name, open);
    }
    if (name.indexOf('$') >= 0) {
      return ofVisualBasic(name);
    }
    Matcher matcher = name.indexOf('@') > 0 ? OF_FSHARP.matcher(name) : null;
    return matcher != null && matcher.matches()
        ? Optional.of(new GeneratedName(Kind.FSHARP_CLOSURE, dotted(matcher.group("source")), ""))
        : Optional.empty();
  }

  private GeneratedName(Kind kind, String source, String own) {
    this(kind, source, own, OptionalInt.empty());
  }

  // ---- C#

  private static Optional<GeneratedName> ofCSharp(String name, int open) {
    int close = closing(name, open);
    if (name.equals(MAIN)) {
      return Optional.of(new GeneratedName(Kind.ENTRY_POINT, "Main", ""));
    }
    if (close < 0 || close + 1 == name.length() || !isKind(name.charAt(close + 1))) {
      return Optional.empty();
    }
    char letter = name.charAt(close + 1);
    Kind kind = KINDS.getOrDefault(letter, Kind.OTHER);
    String middle = name.substring(open + 1, close);
    String rest = name.substring(close + 2);
    String suffix = rest.startsWith("__") ? rest.substring(2) : "";
    // In the names of types there is no dot; no name in C# has a hyphen.
    String source = kind == Kind.CLOSURE || kind == Kind.STATE_MACHINE ? dotted(middle) : middle;
    return Optional.of(
        switch (kind) {
          case LOCAL_FUNCTION -> localFunction(source, suffix);
          case FILE_LOCAL_TYPE -> new GeneratedName(kind, "", fileLocal(rest));
          case LAMBDA, STATE_MACHINE, CLOSURE ->
              new GeneratedName(kind, source, "", ordinal(kind, suffix));
          default -> new GeneratedName(kind, source, "");
        });
  }

  /** The balanced closing bracket: what is between may have brackets too. */
  private static int closing(String name, int open) {
    int depth = 0;
    for (int i = open; i < name.length(); i++) {
      char each = name.charAt(i);
      depth += each == '<' ? 1 : each == '>' ? -1 : 0;
      if (depth == 0) {
        return i;
      }
    }
    return -1;
  }

  private static boolean isKind(char letter) {
    return (letter >= '1' && letter <= '9')
        || (letter >= 'a' && letter <= 'z')
        || (letter >= 'A' && letter <= 'Z');
  }

  private static String dotted(String middle) {
    return middle.replace('-', '.');
  }

  private static GeneratedName localFunction(String source, String suffix) {
    int end = suffix.lastIndexOf('|');
    return end < 0
        ? new GeneratedName(Kind.LOCAL_FUNCTION, source, suffix)
        : new GeneratedName(
            Kind.LOCAL_FUNCTION,
            source,
            suffix.substring(0, end),
            leadingNumber(suffix.substring(end + 1)));
  }

  private static String fileLocal(String rest) {
    int own = HASH + 2;
    return rest.length() > own && rest.startsWith("__", HASH) ? rest.substring(own) : rest;
  }

  /** In {@code b__3_0} the first number is that of the method; in {@code b__0} there is none. */
  private static OptionalInt ordinal(Kind kind, String suffix) {
    String numbers = suffix.startsWith("DisplayClass") ? suffix.substring(12) : suffix;
    boolean ofMethod = kind == Kind.STATE_MACHINE || numbers.indexOf('_') > 0;
    return ofMethod ? leadingNumber(numbers) : OptionalInt.empty();
  }

  private static OptionalInt leadingNumber(String text) {
    int end = 0;
    while (end < text.length() && end < 9 && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end == 0 ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text, 0, end, 10));
  }

  // ---- Visual Basic

  private static Optional<GeneratedName> ofVisualBasic(String name) {
    Matcher matcher = OF_VISUAL_BASIC.matcher(name);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    if (matcher.group("machine") != null) {
      OptionalInt ordinal = leadingNumber(matcher.group("machine"));
      String source = dotted(matcher.group("source"));
      return Optional.of(new GeneratedName(Kind.STATE_MACHINE, source, "", ordinal));
    }
    if (matcher.group("lambda") != null) {
      Kind kind = matcher.group("relaxed") == null ? Kind.LAMBDA : Kind.CONVERSION;
      return Optional.of(new GeneratedName(kind, "", "", ordinalOfVisualBasic(name)));
    }
    return Optional.of(
        matcher.group("closure") != null
            ? new GeneratedName(Kind.CLOSURE, "", "", ordinalOfVisualBasic(name))
            : new GeneratedName(Kind.BASE_CALL, matcher.group("called"), ""));
  }

  private static OptionalInt ordinalOfVisualBasic(String name) {
    Matcher matcher = ORDINAL_OF_VISUAL_BASIC.matcher(name);
    return matcher.matches() ? leadingNumber(matcher.group(1)) : OptionalInt.empty();
  }
}
