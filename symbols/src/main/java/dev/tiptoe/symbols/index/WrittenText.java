// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/**
 * The form in which an index stores the text of a written method: only the part after the shown
 * name of that method, or a mark and the whole text. Stateless.
 */
final class WrittenText {

  private static final char LITERAL = 3;

  private WrittenText() {}

  /**
   * Returns the short form.
   *
   * @param shown the shown name of the written method; empty if only its name is known
   */
  static String encode(String shown, String text) {
    return !shown.isEmpty()
            && text.startsWith(shown)
            && !text.startsWith("" + LITERAL, shown.length())
        ? text.substring(shown.length())
        : LITERAL + text;
  }

  static String decode(String shown, String text) {
    return !text.isEmpty() && text.charAt(0) == LITERAL ? text.substring(1) : shown + text;
  }
}
