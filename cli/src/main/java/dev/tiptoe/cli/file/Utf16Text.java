// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.file;

import dev.tiptoe.symbols.text.LineFilter;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * A text in UTF-16 that is read as UTF-8 and written as UTF-16 again, without loss: a surrogate
 * without its partner becomes three bytes meanwhile, as if it were a character, and half a code
 * unit at the end is kept separately. For one text; one thread may read while another writes.
 */
final class Utf16Text {

  private static final int UNITS = 1 << 13;

  private final boolean isBigEndian;

  /** The byte at the end that is half a code unit; negative when there is none. */
  private volatile int half = -1;

  private @Nullable Encoder encoder;

  Utf16Text(boolean isBigEndian) {
    this.isBigEndian = isBigEndian;
  }

  /** Returns the text in UTF-8. */
  InputStream decoded(InputStream utf16) {
    return new Decoder(utf16);
  }

  /** Returns an output that takes the text in UTF-8. */
  LineFilter.Output encoded(LineFilter.Output utf16) {
    encoder = new Encoder(utf16);
    return encoder;
  }

  /** Writes what belongs to no character. */
  void end() throws IOException {
    if (encoder != null) {
      encoder.end();
    }
  }

  /** Not thread-safe. */
  private final class Decoder extends InputStream {

    private final InputStream in;
    private final byte[] units = new byte[2 * UNITS];

    /** The number of bytes in {@link #units}: a surrogate without its partner, or half a unit. */
    private int kept;

    private final byte[] utf8 = new byte[3 * UNITS];
    private int from;
    private int to;
    private boolean isAtEnd;

    Decoder(InputStream in) {
      this.in = in;
    }

    @Override
    public int read() throws IOException {
      return fill() ? utf8[from++] & 0xff : -1;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      if (length == 0) {
        return 0;
      }
      if (!fill()) {
        return -1;
      }
      int count = Math.min(length, to - from);
      System.arraycopy(utf8, from, into, offset, count);
      from += count;
      return count;
    }

    @Override
    public int available() throws IOException {
      return from < to || isAtEnd ? to - from : in.available() / 2;
    }

    private boolean fill() throws IOException {
      while (from == to && !isAtEnd) {
        from = 0;
        to = 0;
        int read = in.read(units, kept, units.length - kept);
        isAtEnd = read < 0;
        decode(kept + Math.max(0, read));
      }
      return from < to;
    }

    private void decode(int length) {
      int at = 0;
      while (at + 1 < length) {
        char unit = unit(at);
        boolean isHigh = Character.isHighSurrogate(unit);
        if (isHigh && at + 3 >= length && !isAtEnd) {
          break;
        }
        char next = isHigh && at + 3 < length ? unit(at + 2) : 0;
        if (Character.isLowSurrogate(next)) {
          put(Character.toCodePoint(unit, next));
          at += 4;
        } else {
          put(unit);
          at += 2;
        }
      }
      kept = length - at;
      System.arraycopy(units, at, units, 0, kept);
      if (isAtEnd && kept == 1) {
        half = units[0] & 0xff;
      }
    }

    private char unit(int at) {
      int first = units[at] & 0xff;
      int second = units[at + 1] & 0xff;
      return (char) (isBigEndian ? (first << 8) | second : (second << 8) | first);
    }

    private void put(int point) {
      if (point < 0x80) {
        utf8[to++] = (byte) point;
        return;
      }
      int further = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
      utf8[to++] = (byte) ((0xff00 >> (further + 1)) | (point >> (6 * further)));
      for (int shift = 6 * (further - 1); shift >= 0; shift -= 6) {
        utf8[to++] = (byte) (0x80 | ((point >> shift) & 0x3f));
      }
    }
  }

  /** Not thread-safe. */
  private final class Encoder implements LineFilter.Output {

    private final LineFilter.Output out;
    private final byte[] units = new byte[2 * UNITS];
    private int length;

    /** The bits of the character that has begun, and the number of bytes that it still needs. */
    private int point;

    private int needed;

    Encoder(LineFilter.Output out) {
      this.out = out;
    }

    @Override
    public void write(byte[] bytes, int from, int count) throws IOException {
      for (int i = from; i < from + count; i++) {
        if (length > units.length - 4) {
          drain();
        }
        put(bytes[i]);
      }
      drain();
    }

    private void put(byte one) {
      if (needed > 0) {
        point = (point << 6) | (one & 0x3f);
        needed--;
      } else if (one >= 0) {
        point = one;
      } else {
        needed = one >= (byte) 0xf0 ? 3 : one >= (byte) 0xe0 ? 2 : 1;
        point = one & (0x3f >> needed);
      }
      if (needed == 0 && point < 0x10000) {
        put((char) point);
      } else if (needed == 0) {
        put(Character.highSurrogate(point));
        put(Character.lowSurrogate(point));
      }
    }

    private void put(char unit) {
      units[length++] = (byte) (isBigEndian ? unit >> 8 : unit);
      units[length++] = (byte) (isBigEndian ? unit : unit >> 8);
    }

    private void drain() throws IOException {
      out.write(units, 0, length);
      length = 0;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    void end() throws IOException {
      if (half >= 0) {
        out.write(new byte[] {(byte) half}, 0, 1);
      }
    }
  }
}
