// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Tab-separated values as scripts get them.
 *
 * <p>Backslash, tab, newline and carriage return are written {@code \\ \t \n \r}, other control
 * characters {@code \}{@code u00xx}, and halves of surrogate pairs as U+FFFD. An empty field means
 * not known; several values in one field are joined with a comma.
 */
final class Tsv {

  private Tsv() {}

  static String row(Object... fields) {
    StringBuilder row = new StringBuilder(128);
    for (int i = 0; i < fields.length; i++) {
      if (i > 0) {
        row.append('\t');
      }
      append(row, text(fields[i]));
    }
    return row.toString();
  }

  private static String text(Object field) {
    if (field instanceof Optional<?> optional) {
      return optional.map(Tsv::text).orElse("");
    }
    return field instanceof Collection<?> several
        ? several.stream().map(Tsv::text).collect(Collectors.joining(","))
        : field.toString();
  }

  /** One field. */
  static String field(String text) {
    StringBuilder field = new StringBuilder(text.length());
    append(field, text);
    return field.toString();
  }

  private static void append(StringBuilder to, String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\') {
        to.append("\\\\");
      } else if (Character.isISOControl(c)) {
        to.append(control(c));
      } else if (!Character.isSurrogate(c)) {
        to.append(c);
      } else if (isPair(text, i)) {
        to.append(c).append(text.charAt(++i));
      } else {
        to.append('\ufffd');
      }
    }
  }

  private static boolean isPair(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }

  private static String control(char c) {
    return switch (c) {
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      default -> String.format("\\u%04x", (int) c);
    };
  }
}
