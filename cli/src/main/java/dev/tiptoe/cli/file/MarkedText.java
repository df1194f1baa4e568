// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.symbols.text.LineFilter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A text that may begin with a byte order mark, as editors and shells write it. It is read as UTF-8
 * and written in its own encoding: a text in UTF-16 stays in UTF-16. A text without a mark may have
 * any encoding in which line feeds and the characters of ASCII are single bytes. For one text.
 */
final class MarkedText {

  private static final byte[] UTF_8 = {(byte) 0xef, (byte) 0xbb, (byte) 0xbf};
  private static final byte[] UTF_16LE = {(byte) 0xff, (byte) 0xfe};
  private static final byte[] UTF_16BE = {(byte) 0xfe, (byte) 0xff};

  private final boolean isMarked;
  private final @Nullable Utf16Text utf16;
  private final InputStream in;
  private final LineFilter.Output out;

  private MarkedText(
      boolean isMarked, @Nullable Utf16Text utf16, InputStream in, LineFilter.Output out) {
    this.isMarked = isMarked;
    this.utf16 = utf16;
    this.in = utf16 == null ? in : new BufferedInputStream(utf16.decoded(in));
    this.out = utf16 == null ? out : utf16.encoded(out);
  }

  /**
   * Creates a text, and passes its byte order mark on, which belongs to no line.
   *
   * @param in supports marks
   */
  static MarkedText of(InputStream in, LineFilter.Output out) throws IOException {
    if (passed(UTF_8, in, out)) {
      return new MarkedText(true, null, in, out);
    }
    if (passed(UTF_16LE, in, out)) {
      return new MarkedText(true, new Utf16Text(false), in, out);
    }
    if (passed(UTF_16BE, in, out)) {
      return new MarkedText(true, new Utf16Text(true), in, out);
    }
    return new MarkedText(false, null, in, out);
  }

  private static boolean passed(byte[] mark, InputStream in, LineFilter.Output out)
      throws IOException {
    in.mark(mark.length);
    for (byte expected : mark) {
      if (in.read() != (expected & 0xff)) {
        in.reset();
        return false;
      }
    }
    out.write(mark, 0, mark.length);
    return true;
  }

  /** Returns whether there was a byte order mark. */
  boolean isMarked() {
    return isMarked;
  }

  /** Returns the text behind the mark; it supports marks of its own. */
  InputStream in() {
    return in;
  }

  /** Returns where the text is written. */
  LineFilter.Output out() {
    return out;
  }

  /** Ends the writing. */
  void end() throws IOException {
    if (utf16 != null) {
      utf16.end();
    }
  }
}
