// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

/** Texts in XML. */
final class Xml {

  private Xml() {}

  /** Returns the text of an element or an attribute; what XML cannot have is U+FFFD. */
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
                default -> escaped.appendCodePoint(isAllowed(point) ? point : 0xFFFD);
              }
            });
    return escaped.toString();
  }

  private static boolean isAllowed(int point) {
    boolean isControl = point < ' ' && point != '\t' && point != '\n';
    boolean isHalf = point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
    return !isControl && !isHalf && point != 0xFFFE && point != 0xFFFF;
  }
}
