// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Row;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Makes the lines of {@code MetadataDump}: fields between tabs. For one thread. */
final class Lines {

  private final Consumer<CharSequence> to;
  private final StringBuilder line = new StringBuilder();

  Lines(Consumer<CharSequence> to) {
    this.to = to;
  }

  /** A line of a row; its fields are a {@code ?} when it cannot be read. */
  void row(Token row, Supplier<List<?>> fields) {
    line.setLength(0);
    text(row);
    List<?> read;
    try {
      read = fields.get();
    } catch (MetadataFormatException e) {
      read = List.of("?");
    }
    for (Object field : read) {
      line.append('\t');
      text(field);
    }
    to.accept(line);
  }

  private void text(Object field) {
    if (field instanceof Token token) {
      line.append(token(token));
    } else if (field instanceof Collection<?> several) {
      String between = "";
      for (Object one : several) {
        line.append(between);
        text(one);
        between = " ";
      }
    } else if (field instanceof Row row) {
      line.append(token(row.token()));
    } else {
      escaped(field.toString());
    }
  }

  /** A token; "-" for one of no row. */
  static String token(Token token) {
    return token.isNil() ? "-" : hexadecimal(token.value(), 8);
  }

  /** A number with leading zeros, behind {@code 0x}. */
  static String hexadecimal(int value, int digits) {
    StringBuilder text = new StringBuilder("0x");
    for (int shift = 4 * digits - 4; shift >= 0; shift -= 4) {
      text.append(Character.forDigit(value >>> shift & 0xf, 16));
    }
    return text.toString();
  }

  private void escaped(String field) {
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      switch (c) {
        case '\\' -> line.append("\\\\");
        case '\t' -> line.append("\\t");
        case '\n' -> line.append("\\n");
        case '\r' -> line.append("\\r");
        default -> {
          if (Character.isISOControl(c) || isLone(field, i)) {
            line.append("\\u").append(hexadecimal(c, 4), 2, 6);
          } else {
            line.append(c);
          }
        }
      }
    }
  }

  /** Whether it is half of a surrogate pair without the other, which no UTF-8 can say. */
  private static boolean isLone(String text, int at) {
    char c = text.charAt(at);
    return Character.isHighSurrogate(c)
        ? at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1))
        : Character.isLowSurrogate(c)
            && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
  }
}
