// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.symbols.text.LineFilter;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The first bytes of an input, which decide its format: up to the end of the first line that is not
 * blank, or more if the input is not text. These bytes do not depend on how the input arrives,
 * except for what follows that line.
 */
final class InputHead {

  /** A longer line is not looked into, whatever the format. */
  private static final int MOST_TEXT = LineFilter.MOST_LINE;

  /** The beginning of compressed data may have a name and other fields before the data. */
  private static final int MOST_GZIP = 1 << 18;

  private static final int MOST_BINARY = 1 << 12;

  private static final int FIRST = 1 << 13;

  private byte[] bytes = new byte[FIRST];
  private int length;

  /** The number of bytes that were looked at. */
  private int seen;

  /** Where the first line begins that is not blank, as far as that is known. */
  private int line;

  /** Where that line ends: its line feed, or the end of the input; negative when not found. */
  private int end = -1;

  private boolean isBlank = true;
  private boolean hasControls;

  /** Whether more is needed where the input is no text. */
  private final boolean mayBeBinary;

  private InputHead(boolean mayBeBinary) {
    this.mayBeBinary = mayBeBinary;
  }

  /**
   * Reads the beginning of an input, which still has it then.
   *
   * @param in supports marks
   */
  static InputHead read(InputStream in) throws IOException {
    return read(in, true);
  }

  private static InputHead read(InputStream in, boolean mayBeBinary) throws IOException {
    InputHead head = new InputHead(mayBeBinary);
    in.mark(Math.max(MOST_TEXT, MOST_GZIP) + 1);
    head.fill(in);
    in.reset();
    return head;
  }

  /** Reads the beginning of a text; the blank lines before that are passed on. */
  static InputHead behindBlankLines(InputStream in, LineFilter.Output out) throws IOException {
    InputHead head = read(in, false);
    while (head.line > 0) {
      out.write(in.readNBytes(head.line), 0, head.line);
      head = read(in, false);
    }
    return head;
  }

  private void fill(InputStream in) throws IOException {
    while (length < most() && (end < 0 || isBinary())) {
      if (length == bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.min(2 * length, most()));
      }
      int read = in.read(bytes, length, Math.min(bytes.length, most()) - length);
      if (read < 0) {
        end = end < 0 ? length : end;
        return;
      }
      length += read;
      look();
    }
  }

  private int most() {
    if (!isBinary()) {
      return MOST_TEXT;
    }
    return length > 1 && bytes[0] == 0x1f && (bytes[1] & 0xff) == 0x8b ? MOST_GZIP : MOST_BINARY;
  }

  private void look() {
    for (; seen < length; seen++) {
      int one = bytes[seen] & 0xff;
      hasControls |= !isOfText(one);
      if (one == '\n' && end < 0) {
        end = isBlank ? -1 : seen;
        line = isBlank ? seen + 1 : line;
      } else if (one != ' ' && one != '\t' && one != '\r') {
        isBlank = false;
      }
    }
  }

  /** Controls that are in texts: from the bell to the carriage return, and escape. */
  private static boolean isOfText(int one) {
    return one >= ' ' || (one >= 0x07 && one <= 0x0d) || one == 0x1b;
  }

  byte[] bytes() {
    return Arrays.copyOf(bytes, length);
  }

  /** Returns whether there are bytes here that are in no text. */
  boolean isBinary() {
    return mayBeBinary && hasControls;
  }

  /** Returns whether the first line is longer than what is looked into. */
  boolean isLineTooLong() {
    return end < 0;
  }

  /** Returns the first line that is not blank, without its line feed, as far as it is here. */
  String line() {
    return new String(bytes, line, lineLength(), StandardCharsets.UTF_8);
  }

  /** Returns the number of bytes of that line, without its line feed. */
  int lineLength() {
    return Math.max(0, (end < 0 ? length : end) - line);
  }
}
