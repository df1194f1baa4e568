// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.wire;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Writes the wire format of protocol buffers, or only counts its bytes. Not thread-safe. */
public final class WireWriter {

  private static final int BUFFER = 1 << 16;

  /** The most bytes of a number. */
  public static final int LONGEST_VARINT = 10;

  private final @Nullable OutputStream out;
  private final byte[] buffer;
  private int used;
  private long flushed;

  private WireWriter(@Nullable OutputStream out, int buffer) {
    this.out = out;
    this.buffer = new byte[buffer];
  }

  /** Creates a writer to a stream, which has everything after {@link #flush}. */
  public static WireWriter to(OutputStream out) {
    return new WireWriter(out, BUFFER);
  }

  /** Creates a writer that only counts. */
  public static WireWriter counting() {
    return new WireWriter(null, 0);
  }

  /** Returns the number of bytes up to now. */
  public long written() {
    return flushed + used;
  }

  /** Returns the number of bytes of a number. */
  public static int sizeOf(long value) {
    return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
  }

  /** Writes a number. */
  public void varint(long value) {
    if (out == null) {
      flushed += sizeOf(value);
      return;
    }
    if (buffer.length - used < LONGEST_VARINT) {
      flush();
    }
    used = put(value, buffer, used);
  }

  /** Puts a number into an array that has room for ten bytes; returns the place behind it. */
  public static int put(long value, byte[] into, int at) {
    long rest = value;
    int place = at;
    while ((rest & ~0x7fL) != 0) {
      into[place++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    into[place++] = (byte) rest;
    return place;
  }

  /** Writes a field of a number, unless it is 0. */
  public void number(int field, long value) {
    if (value != 0) {
      varint((long) field << 3);
      varint(value);
    }
  }

  /** Returns the number of bytes that {@link #number} writes. */
  public static int sizeOfNumber(int field, long value) {
    return value == 0 ? 0 : sizeOf((long) field << 3) + sizeOf(value);
  }

  /** Writes bytes. */
  public void bytes(byte[] bytes) {
    bytes(bytes, bytes.length);
  }

  /** Writes the first of some bytes. */
  public void bytes(byte[] bytes, int length) {
    if (length <= buffer.length - used) {
      System.arraycopy(bytes, 0, buffer, used, length);
      used += length;
      return;
    }
    flush();
    if (out != null) {
      try {
        out.write(bytes, 0, length);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    flushed += length;
  }

  /** Counts bytes as if they were written. Only for a writer that only counts. */
  public void count(long bytes) {
    flushed += bytes;
  }

  /** Writes a field of a text or of a message. */
  public void field(int field, byte[] bytes) {
    varint(WireReader.message(field));
    varint(bytes.length);
    bytes(bytes);
  }

  /** Copies a range of a profile. */
  public void copy(ProfileBytes from, long start, long end) {
    if (start == end) {
      return;
    }
    if (out == null) {
      flushed += end - start;
      return;
    }
    try {
      if (end - start <= buffer.length - used) {
        from.readShort(start, buffer, used, (int) (end - start));
        used += (int) (end - start);
      } else {
        flush();
        from.copy(start, end, out);
        flushed += end - start;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Hands everything to the stream, which is not flushed. */
  public void flush() {
    if (out != null && used > 0) {
      try {
        out.write(buffer, 0, used);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    flushed += used;
    used = 0;
  }
}
