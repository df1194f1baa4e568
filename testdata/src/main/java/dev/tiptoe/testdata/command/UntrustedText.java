// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.command;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Texts with everything that must not reach a terminal or a table unescaped, and their escaped
 * forms.
 */
public final class UntrustedText {

  /** C0, DEL and C1. */
  private static final IntStream CONTROLS =
      IntStream.concat(IntStream.range(0, 0x20), IntStream.rangeClosed(0x7f, 0x9f));

  /** Line and paragraph separators, and characters that change the direction of text. */
  private static final IntStream REORDERING =
      IntStream.of(
          0x2028, 0x2029, 0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066,
          0x2067, 0x2068, 0x2069, 0x206a, 0x206b, 0x206c, 0x206d, 0x206e, 0x206f);

  private static final IntStream INVISIBLE =
      IntStream.of(
          0xad, 0x34f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x180b, 0x180c, 0x180d, 0x180e, 0x200b,
          0x200c, 0x200d, 0x2060, 0x2061, 0x2062, 0x2063, 0x2064, 0x2065, 0x2800, 0x3164, 0xfe00,
          0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffa, 0xfffb, 0x1d159, 0x1d173, 0xe0001, 0xe0020,
          0xe007f, 0xe0100, 0xe01ef);

  /** Characters for private use, and unassigned code points. */
  private static final IntStream UNKNOWN =
      IntStream.of(0xe000, 0xf8ff, 0xf0000, 0x10fffd, 0xfdd0, 0xfffe, 0xffff, 0x378, 0x10ffff);

  /** The code points that are possible in a path, or in UTF-8 with a NUL at its end. */
  public static final List<Integer> CODE_POINTS =
      Stream.of(CONTROLS, REORDERING, INVISIBLE, UNKNOWN)
          .flatMapToInt(each -> each)
          .filter(codePoint -> codePoint != 0)
          .boxed()
          .toList();

  /** All of these, in one text. */
  public static final String ALL =
      CODE_POINTS.stream().map(Character::toString).collect(Collectors.joining());

  /** The same, with code points that only UTF-16 with a length can have. */
  public static final String IN_UTF_16 = "\ud800" + ALL + "\0\udfff";

  /** The same, as the names of folders inside each other, which may have 255 bytes each. */
  public static final List<String> FOLDERS =
      IntStream.range(0, (CODE_POINTS.size() + 59) / 60)
          .mapToObj(
              part ->
                  CODE_POINTS.stream()
                      .skip(part * 60L)
                      .limit(60)
                      .map(Character::toString)
                      .collect(Collectors.joining()))
          .toList();

  private UntrustedText() {}

  /** Returns the escaped form of a text in which every character must be escaped. */
  public static String escaped(String text) {
    return text.chars()
        .mapToObj(
            unit ->
                switch (unit) {
                  case '\t' -> "\\t";
                  case '\n' -> "\\n";
                  case '\r' -> "\\r";
                  default -> String.format("\\u%04x", unit);
                })
        .collect(Collectors.joining());
  }

  /**
   * A text as bash has it, {@code $'…'}, in ASCII: in an argument any other goes through this JVM's
   * locale.
   */
  public static String inBash(String text) {
    StringBuilder quoted = new StringBuilder("$'");
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      quoted.append(String.format("\\x%02x", octet));
    }
    return quoted.append('\'').toString();
  }

  /**
   * Checks that none of it is in the output of a command, apart from the characters that lay out
   * lines and columns, and that each line on standard error begins with the name of the program.
   */
  public static void assertAbsent(String program, Outcome outcome, boolean tsv) {
    boolean absent =
        found(outcome.err(), "\n").isEmpty()
            && found(outcome.out(), tsv ? "\n\t" : "\n").isEmpty()
            && (outcome.out().isEmpty() || outcome.out().endsWith("\n"))
            && outcome.err().lines().allMatch(line -> line.startsWith(program + ": "));
    if (!absent) {
      throw new AssertionError(
          found(outcome.err(), "\n") + " " + found(outcome.out(), "\n\t") + " " + outcome);
    }
  }

  private static List<String> found(String text, String layout) {
    return text.codePoints()
        .filter(c -> c == 0 || CODE_POINTS.contains(c) || Character.getType(c) == 19)
        .filter(c -> layout.indexOf(c) < 0)
        .mapToObj(c -> String.format("U+%04X", c))
        .distinct()
        .toList();
  }
}
