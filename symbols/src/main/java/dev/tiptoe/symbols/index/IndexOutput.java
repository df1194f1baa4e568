// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;

/** Bytes of a symbol index that are being written. Mutable, not thread-safe. */
final class IndexOutput {

  private byte[] bytes = new byte[256];
  private int length;

  /** The number of bits in the last byte that are used; 0 for all. */
  private int usedBits;

  int length() {
    return length;
  }

  private void reserve(int more) {
    usedBits = 0;
    if (length + more > bytes.length) {
      bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, length + more));
    }
  }

  IndexOutput u8(int value) {
    reserve(1);
    bytes[length++] = (byte) value;
    return this;
  }

  IndexOutput u16(int value) {
    return u8(value).u8(value >>> 8);
  }

  IndexOutput i32(int value) {
    reserve(4);
    for (int shift = 0; shift < Integer.SIZE; shift += 8) {
      bytes[length++] = (byte) (value >>> shift);
    }
    return this;
  }

  IndexOutput i64(long value) {
    return i32((int) value).i32((int) (value >>> 32));
  }

  /** Writes a GUID as in metadata. */
  IndexOutput guid(UUID guid) {
    long high = guid.getMostSignificantBits();
    i32((int) (high >>> 32)).u16((int) (high >>> 16)).u16((int) high);
    return i64(Long.reverseBytes(guid.getLeastSignificantBits()));
  }

  /** Writes an unsigned number in LEB128. */
  IndexOutput number(int value) {
    int rest = value;
    while ((rest & ~0x7f) != 0) {
      u8((rest & 0x7f) | 0x80);
      rest >>>= 7;
    }
    return u8(rest);
  }

  /** Writes a signed number: its sign becomes the lowest bit. */
  IndexOutput signed(int value) {
    return number((value << 1) ^ (value >> 31));
  }

  IndexOutput bytes(byte[] from, int begin, int count) {
    reserve(count);
    System.arraycopy(from, begin, bytes, length, count);
    length += count;
    return this;
  }

  IndexOutput bytes(IndexOutput other) {
    return bytes(other.bytes, 0, other.length);
  }

  /** Writes the lowest bits of a number behind the bits written before. */
  IndexOutput bits(int value, int width) {
    if (width == 0) {
      return this;
    }
    int used = usedBits;
    long rest = (value & ((1L << width) - 1)) << used;
    int end = used + width;
    int more = ((end + 7) >>> 3) - (used == 0 ? 0 : 1);
    reserve(more);
    int at = used == 0 ? length : length - 1;
    length += more;
    for (int i = at; i < length; i++) {
      bytes[i] |= (byte) rest;
      rest >>>= 8;
    }
    usedBits = end & 7;
    return this;
  }

  /** Continues with a whole byte. */
  IndexOutput endBits() {
    usedBits = 0;
    return this;
  }

  /** Writes zeros up to a multiple of eight bytes. */
  IndexOutput align() {
    while ((length & 7) != 0) {
      u8(0);
    }
    return this;
  }

  /** Returns the number of bits that a number takes. */
  static int width(int value) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(value);
  }

  /** Returns the CRC-32C of all bytes. */
  int crc() {
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, length);
    return (int) crc.getValue();
  }

  byte[] toArray() {
    return Arrays.copyOf(bytes, length);
  }
}
