// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

/**
 * The width of texts in a monospaced font, in which characters of wide scripts take two columns.
 */
final class Columns {

  private Columns() {}

  static int of(String text) {
    return text.codePoints().map(Columns::of).sum();
  }

  private static int of(int point) {
    int type = Character.getType(point);
    if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) {
      return 0;
    }
    boolean isWide = point >= 0x2E80 || (point >= 0x1100 && point < 0x1160);
    return isWide ? 2 : 1;
  }

  /** Returns the beginning of a text that is at most as wide as some columns. */
  static String first(String text, int columns) {
    int end = 0;
    int width = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      width += of(point);
      if (width > columns) {
        break;
      }
      end += Character.charCount(point);
    }
    return text.substring(0, end);
  }
}
