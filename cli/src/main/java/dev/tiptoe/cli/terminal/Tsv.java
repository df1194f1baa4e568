// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Formats tab-separated values for scripts.
 *
 * <p>A field is escaped by {@link Printable}, and a backslash is written {@code \\}, so that
 * escapes are unambiguous. An empty field means not known; several values in one field are joined
 * with a comma.
 */
public final class Tsv {

  /** Several texts in one field, joined with a character that is escaped inside each of them. */
  public record Joined(char separator, List<String> texts) {

    private String field() {
      String escaped = "\\u" + HexFormat.of().toHexDigits(separator);
      return texts.stream()
          .map(text -> Tsv.field(text).replace(String.valueOf(separator), escaped))
          .collect(Collectors.joining(String.valueOf(separator)));
    }
  }

  private Tsv() {}

  public static String row(Object... fields) {
    StringBuilder row = new StringBuilder(128);
    for (int i = 0; i < fields.length; i++) {
      if (i > 0) {
        row.append('\t');
      }
      if (fields[i] instanceof Joined joined) {
        row.append(joined.field());
      } else {
        append(row, text(fields[i]));
      }
    }
    return row.toString();
  }

  /** Returns fields in UTF-8, each followed by a tab, as the beginning of many rows. */
  public static byte[] bytes(Object... fields) {
    return (row(fields) + '\t').getBytes(StandardCharsets.UTF_8);
  }

  private static String text(Object field) {
    if (field instanceof Optional<?> optional) {
      return optional.map(Tsv::text).orElse("");
    }
    return field instanceof Collection<?> several
        ? several.stream().map(Tsv::text).collect(Collectors.joining(","))
        : field.toString();
  }

  /** Returns one field. */
  public static String field(String text) {
    StringBuilder field = new StringBuilder(text.length());
    append(field, text);
    return field.toString();
  }

  private static void append(StringBuilder to, String text) {
    int plain = 0;
    while (plain < text.length() && isItself(text.charAt(plain))) {
      plain++;
    }
    to.append(text, 0, plain);
    for (int at = plain; at < text.length(); ) {
      int codePoint = text.codePointAt(at);
      if (codePoint == '\\') {
        to.append("\\\\");
      } else {
        Printable.appendCodePoint(to, codePoint);
      }
      at += Character.charCount(codePoint);
    }
  }

  private static boolean isItself(char c) {
    return Printable.isPlain(c) && c != '\\';
  }
}
