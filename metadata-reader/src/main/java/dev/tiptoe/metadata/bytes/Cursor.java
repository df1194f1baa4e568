// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import dev.tiptoe.metadata.MetadataFormatException;

/**
 * A position in {@link Bytes} that moves as it reads.
 *
 * <p>Mutable, not thread-safe.
 */
public final class Cursor {

  private Bytes bytes;
  private int at;
  private int end;

  /** Creates a cursor at the beginning of {@code bytes}. */
  public Cursor(Bytes bytes) {
    this.bytes = bytes;
    this.end = bytes.length();
  }

  /** Continues with the {@code length} bytes at {@code from} of {@code other}, and no further. */
  public void aim(Bytes other, int from, int length) {
    if ((from | length) < 0 || from > other.length() - length) {
      throw other.missing(from, length, other.length());
    }
    bytes = other;
    at = from;
    end = from + length;
  }

  /** Returns the offset from the window's beginning. */
  public int position() {
    return at;
  }

  /** Moves to a position that {@link #position} returned. */
  public void moveTo(int position) {
    at = position;
  }

  /** Returns whether everything has been read. */
  public boolean atEnd() {
    return at >= end;
  }

  /** Returns the next byte, without moving. */
  public int peek() {
    if (at < 0 || at >= end) {
      throw bytes.missing(at, 1, end);
    }
    return bytes.u8Inside(at);
  }

  /** Returns the next byte. */
  public int u8() {
    return bytes.u8Inside(take(1));
  }

  /** Returns the next unsigned 16-bit number. */
  public int u16() {
    return bytes.u16(take(2));
  }

  /** Returns the next 32-bit number. */
  public int i32() {
    return bytes.i32(take(4));
  }

  /** Returns the next 64-bit number. */
  public long i64() {
    return bytes.i64(take(8));
  }

  /** Returns the next {@code length} bytes, not copied. */
  public Bytes slice(int length) {
    return bytes.slice(take(length), length);
  }

  /** Returns how many bytes have not been read. */
  public int left() {
    return Math.max(0, end - at);
  }

  /**
   * Reads a number of 32 bits in LEB128: seven bits a byte, the lowest first, the highest bit of a
   * byte set when more follow. WebAssembly and .NET's {@code BinaryWriter} write lengths in this
   * form.
   */
  public int leb128() {
    int value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = u8();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    throw damaged("a number of more than 32 bits");
  }

  /**
   * Reads a compressed unsigned number, 0 to 0x1fffffff.
   *
   * @ecma II.23.2
   */
  public int compressed() {
    int first = u8();
    if ((first & 0x80) == 0) {
      return first;
    }
    if ((first & 0xc0) == 0x80) {
      return (first & 0x3f) << 8 | u8();
    }
    if ((first & 0xe0) == 0xc0) {
      return (first & 0x1f) << 24 | u8() << 16 | u8() << 8 | u8();
    }
    throw bytes.damaged(at - 1, "0x" + Integer.toHexString(first) + " begins no compressed number");
  }

  /**
   * Reads a compressed signed number: the sign is the lowest bit, rotated there.
   *
   * @ecma II.23.2
   */
  public int compressedSigned() {
    int before = at;
    int rotated = compressed();
    int magnitude = rotated >>> 1;
    if ((rotated & 1) == 0) {
      return magnitude;
    }
    return switch (at - before) {
      case 1 -> magnitude - 0x40;
      case 2 -> magnitude - 0x2000;
      default -> magnitude - 0x10000000;
    };
  }

  /** Returns the bytes that have not been read. */
  public Bytes rest() {
    return bytes.slice(at, end - at);
  }

  /** Moves over the next {@code count} bytes, which must be there, and returns where they begin. */
  private int take(int count) {
    int from = at;
    if ((from | count) < 0 || from > end - count) {
      throw bytes.missing(from, count, end);
    }
    at = from + count;
    return from;
  }

  /** Returns an exception about the byte just read. */
  public MetadataFormatException damaged(String reason) {
    return bytes.damaged(Math.max(0, at - 1), reason);
  }
}
