// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * Decides which characters are printed as they are, and escapes the others.
 *
 * <p>These are escaped: controls, line and paragraph separators, format characters (including
 * invisible ones and those that reorder text), other invisible characters, characters for private
 * use, characters that are not in this Java's version of Unicode, and unpaired surrogates. Tab,
 * newline and carriage return become {@code \t \n \r}, all others {@code \}{@code uXXXX} as in Java
 * and JSON; a character beyond U+FFFF is written as its surrogate pair.
 */
public final class Printable {

  /** The first and last of the invisible characters whose category is not one of those escaped. */
  private static final int[][] INVISIBLE = {
    {0x034f, 0x034f}, // combining grapheme joiner
    {0x115f, 0x1160}, // Hangul fillers
    {0x17b4, 0x17b5}, // Khmer inherent vowels
    {0x180b, 0x180f}, // Mongolian variation selectors and vowel separator
    {0x2800, 0x2800}, // Braille blank
    {0x3164, 0x3164}, // Hangul filler
    {0xfe00, 0xfe0f}, // variation selectors
    {0xffa0, 0xffa0}, // halfwidth Hangul filler
    {0x1d159, 0x1d159}, // null notehead
    {0xe0000, 0xe0fff}, // tags and variation selectors
  };

  private static final VarHandle EIGHT_BYTES =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long LOWEST_BITS = 0x0101010101010101L;
  private static final long HIGHEST_BITS = 0x8080808080808080L;
  private static final long SPACES = ' ' * LOWEST_BITS;
  private static final long BACKSLASHES = '\\' * LOWEST_BITS;

  private Printable() {}

  /** Returns whether a code point is printed as it is. */
  public static boolean isPrintable(int codePoint) {
    if (codePoint < 0x7f) {
      return codePoint >= ' ';
    }
    return switch (Character.getType(codePoint)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.PRIVATE_USE,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> !isInvisible(codePoint);
    };
  }

  private static boolean isInvisible(int codePoint) {
    for (int[] range : INVISIBLE) {
      if (codePoint <= range[1]) {
        return codePoint >= range[0];
      }
    }
    return false;
  }

  /**
   * Returns whether all of a text in UTF-8 is printable ASCII without a backslash, as almost all
   * names are: it is then printed as it is, in lines and in fields. Eight bytes at a time, since
   * each byte of the results passes here.
   */
  static boolean isPlain(byte[] utf8, int length) {
    int i = 0;
    for (; i <= length - Long.BYTES; i += Long.BYTES) {
      long eight = (long) EIGHT_BYTES.get(utf8, i);
      long slashes = eight ^ BACKSLASHES;
      // The highest bit of a byte is set in the first three for one that is not ASCII, is below a
      // space, or is DEL; in the last for a backslash.
      long special = eight | (eight - SPACES) | (eight + LOWEST_BITS);
      if (((special | ((slashes - LOWEST_BITS) & ~slashes)) & HIGHEST_BITS) != 0) {
        return false;
      }
    }
    while (i < length && isPlain((char) (utf8[i] & 0xff)) && utf8[i] != '\\') {
      i++;
    }
    return i == length;
  }

  /** Returns whether it is printable ASCII, as almost all characters of names and paths are. */
  static boolean isPlain(char c) {
    return c >= ' ' && c < 0x7f;
  }

  /**
   * Returns the text with every non-printable character escaped. A backslash stays as it is, so
   * escaping the result again changes nothing.
   */
  public static String of(CharSequence text) {
    int plain = 0;
    while (plain < text.length() && isPlain(text.charAt(plain))) {
      plain++;
    }
    if (plain == text.length()) {
      return text.toString();
    }
    StringBuilder printable = new StringBuilder(text.length() + 16).append(text, 0, plain);
    for (int at = plain; at < text.length(); ) {
      int codePoint = Character.codePointAt(text, at);
      appendCodePoint(printable, codePoint);
      at += Character.charCount(codePoint);
    }
    return printable.toString();
  }

  /**
   * Returns the text with every non-printable character except line feeds escaped in the only form
   * that JSON allows. Where a surrogate pair is cut, each half is escaped, which gives the same
   * value.
   */
  public static String inJson(String text) {
    int plain = 0;
    while (plain < text.length() && (isPlain(text.charAt(plain)) || text.charAt(plain) == '\n')) {
      plain++;
    }
    if (plain == text.length()) {
      return text;
    }
    StringBuilder json = new StringBuilder(text.length() + 16).append(text, 0, plain);
    for (int at = plain; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      if (codePoint == '\n' || isPrintable(codePoint)) {
        json.appendCodePoint(codePoint);
      } else {
        appendNumber(json, codePoint);
      }
      at += Character.charCount(codePoint);
    }
    return json.toString();
  }

  /** Appends a code point, or half a surrogate pair, as it is or escaped. */
  static void appendCodePoint(StringBuilder to, int codePoint) {
    if (isPrintable(codePoint)) {
      to.appendCodePoint(codePoint);
      return;
    }
    switch (codePoint) {
      case '\t' -> to.append("\\t");
      case '\n' -> to.append("\\n");
      case '\r' -> to.append("\\r");
      default -> appendNumber(to, codePoint);
    }
  }

  private static void appendNumber(StringBuilder to, int codePoint) {
    for (char unit : Character.toChars(codePoint)) {
      to.append("\\u").append(HexFormat.of().toHexDigits(unit));
    }
  }
}
