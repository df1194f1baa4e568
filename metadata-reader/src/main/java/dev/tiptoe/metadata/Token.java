// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

import java.util.HexFormat;
import java.util.Optional;

/**
 * A metadata token: the table in its high byte, the row (rid, from 1) in its low three bytes.
 *
 * <p>A rid of 0 is the table's nil token.
 *
 * @param value the token as the runtime writes it, such as {@code 0x06000123}
 * @ecma II.22
 */
public record Token(int value) {

  private static final int MOST_DIGITS = 8;

  /** Returns the token of row {@code rid} in the table numbered {@code table}. */
  public static Token of(int table, int rid) {
    if ((table & ~0xff) != 0 || (rid & ~0xffffff) != 0) {
      throw new IllegalArgumentException("no token has table " + table + " and rid " + rid);
    }
    return new Token(table << 24 | rid);
  }

  /**
   * Parses a text such as {@code 0x06000123}: {@code 0x} and one to eight hex digits; empty for any
   * other text.
   */
  public static Optional<Token> parse(String text) {
    int digits = text.length() - 2;
    if (digits < 1 || digits > MOST_DIGITS || !text.regionMatches(true, 0, "0x", 0, 2)) {
      return Optional.empty();
    }
    for (int i = 2; i < text.length(); i++) {
      if (!HexFormat.isHexDigit(text.charAt(i))) {
        return Optional.empty();
      }
    }
    return Optional.of(new Token(HexFormat.fromHexDigits(text, 2, text.length())));
  }

  /** Returns the table's number. */
  public int table() {
    return value >>> 24;
  }

  /** Returns the row, from 1; 0 for nil. */
  public int rid() {
    return value & 0xffffff;
  }

  /** Returns whether this token refers to no row. */
  public boolean isNil() {
    return rid() == 0;
  }

  /** Returns the token in the form {@code 0x06000123}. */
  @Override
  public String toString() {
    return "0x" + HexFormat.of().toHexDigits(value);
  }
}
