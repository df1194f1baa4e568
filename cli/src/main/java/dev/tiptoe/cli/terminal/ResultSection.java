// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.terminal;

import dev.tiptoe.metadata.Token;
import java.nio.charset.StandardCharsets;

/**
 * The part of a command's results that is about one thing, such as a file. {@link ResultSections}
 * prints one after the other, while several threads write them.
 *
 * <p>What is written here is escaped as it is by {@link Terminal}. It is printed at once if its
 * turn has come, and stays in memory until then. For the thread that got it.
 */
public final class ResultSection {

  /** What an action costs in memory while it waits, with a text that it holds. */
  private static final int ACTION = 1 << 9;

  private static final byte[] HEX_DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final Turn turn;
  private byte[] text;
  private int length;

  /** Takes what is written, in order. */
  interface Turn {

    /** Takes the first {@code length} bytes, and returns an array for the next. */
    byte[] take(byte[] text, int length);

    /** Takes an action, which counts as so many bytes. */
    void take(Runnable action, int bytes);
  }

  ResultSection(Turn turn, byte[] text) {
    this.turn = turn;
    this.text = text;
  }

  /** Writes one line of the result. */
  public void line(CharSequence line) {
    add(Printable.of(line));
    end();
  }

  /** Writes one row of tab-separated values. */
  public void row(Object... fields) {
    add(Tsv.row(fields));
    end();
  }

  /**
   * Runs an action when everything before it is printed. Actions run one after the other, in the
   * order of the sections, so what they share needs no lock.
   */
  public void then(Runnable action) {
    text = passOn();
    turn.take(action, ACTION);
  }

  /** Adds bytes that {@link Tsv#bytes} made, or other printable text in UTF-8. */
  public ResultSection add(byte[] utf8) {
    return add(utf8, utf8.length);
  }

  /** Adds printable text. */
  public ResultSection add(String printable) {
    int size = printable.length();
    reserve(size);
    for (int i = 0; i < size; i++) {
      char c = printable.charAt(i);
      if (c > 0x7f) {
        return add(printable.substring(i).getBytes(StandardCharsets.UTF_8));
      }
      text[length++] = (byte) c;
    }
    return this;
  }

  /** Adds a token in the form {@code 0x06000123}. */
  public ResultSection add(Token token) {
    reserve(2 + 2 * Integer.BYTES);
    text[length++] = '0';
    text[length++] = 'x';
    for (int shift = Integer.SIZE - 4; shift >= 0; shift -= 4) {
      text[length++] = HEX_DIGITS[token.value() >>> shift & 0xf];
    }
    return this;
  }

  /** Adds a field of tab-separated values: the first {@code size} bytes of a text in UTF-8. */
  public ResultSection field(byte[] utf8, int size) {
    return Printable.isPlain(utf8, size)
        ? add(utf8, size)
        : add(Tsv.field(new String(utf8, 0, size, StandardCharsets.UTF_8)));
  }

  /** Adds a part of a line: the first {@code size} bytes of a text in UTF-8. */
  public ResultSection part(byte[] utf8, int size) {
    return Printable.isPlain(utf8, size)
        ? add(utf8, size)
        : add(Printable.of(new String(utf8, 0, size, StandardCharsets.UTF_8)));
  }

  /** Ends the line. */
  public void end() {
    reserve(1);
    text[length++] = '\n';
  }

  private ResultSection add(byte[] utf8, int size) {
    reserve(size);
    System.arraycopy(utf8, 0, text, length, size);
    length += size;
    return this;
  }

  private void reserve(int more) {
    if (more > text.length - length) {
      byte[] empty = passOn();
      if (more > empty.length) {
        text = new byte[more];
      }
    }
  }

  /** Passes on what has been written so far; returns the array for what comes next. */
  byte[] passOn() {
    if (length > 0) {
      text = turn.take(text, length);
      length = 0;
    }
    return text;
  }
}
