// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.text;

import java.nio.charset.StandardCharsets;

/**
 * A part of a JSON string without its {@code \}{@code uXXXX}, such as {@code <} that many writers
 * of JSON escape. Each character is a byte of UTF-8. Immutable.
 */
final class Unescaped {

  private final String text;

  /** For each character where it is in the escaped text, and for its end; empty if it is there. */
  private final int[] places;

  private Unescaped(String text, int[] places) {
    this.text = text;
    this.places = places;
  }

  static Unescaped of(String escaped) {
    if (escaped.indexOf('\\') < 0) {
      return new Unescaped(escaped, new int[0]);
    }
    StringBuilder text = new StringBuilder(escaped.length());
    int[] places = new int[escaped.length() + 1];
    int at = 0;
    while (at < escaped.length()) {
      int from = at;
      String utf8 = escaped.substring(at, at + 1);
      at++;
      if (utf8.equals("\\")) {
        char unit = (char) Integer.parseInt(escaped, from + 2, from + 6, 16);
        byte[] bytes = String.valueOf(unit).getBytes(StandardCharsets.UTF_8);
        utf8 = new String(bytes, StandardCharsets.ISO_8859_1);
        at = from + 6;
      }
      for (int i = 0; i < utf8.length(); i++) {
        places[text.length()] = from;
        text.append(utf8.charAt(i));
      }
    }
    places[text.length()] = escaped.length();
    return new Unescaped(text.toString(), places);
  }

  String text() {
    return text;
  }

  /** Returns where a character of the text is in the escaped one. */
  int place(int at) {
    return places.length == 0 ? at : places[at];
  }
}
