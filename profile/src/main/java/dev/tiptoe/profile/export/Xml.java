// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import java.util.HexFormat;

/**
 * Escapes texts for XML. Controls except tabs and line feeds, and invisible characters that change
 * the direction of writing or hide in names, are escaped as in Java.
 */
final class Xml {

  private Xml() {}

  /** Returns the text of an element or an attribute. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 16);
    text.codePoints()
        .forEach(
            point -> {
              switch (point) {
                case '&' -> escaped.append("&amp;");
                case '<' -> escaped.append("&lt;");
                case '>' -> escaped.append("&gt;");
                case '"' -> escaped.append("&quot;");
                default -> append(escaped, point);
              }
            });
    return escaped.toString();
  }

  private static void append(StringBuilder escaped, int point) {
    if (isShown(point)) {
      escaped.appendCodePoint(point);
      return;
    }
    for (char unit : Character.toChars(point)) {
      escaped.append("\\u").append(HexFormat.of().toHexDigits(unit));
    }
  }

  private static boolean isShown(int point) {
    return switch (Character.getType(point)) {
      case Character.CONTROL -> point == '\t' || point == '\n';
      case Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE,
          Character.UNASSIGNED ->
          false;
      default -> true;
    };
  }
}
