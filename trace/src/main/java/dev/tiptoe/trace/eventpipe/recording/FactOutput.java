// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import java.util.Arrays;

/** Writes a fact as few bytes. Mutable, not thread-safe. */
final class FactOutput {

  private byte[] bytes = new byte[1 << 8];
  private int length;

  /** Begins again. */
  FactOutput begin(int kind) {
    length = 0;
    return u8(kind);
  }

  FactOutput u8(int value) {
    if (length == bytes.length) {
      bytes = Arrays.copyOf(bytes, 2 * length);
    }
    bytes[length++] = (byte) value;
    return this;
  }

  FactOutput i64(long value) {
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      u8((int) (value >>> shift));
    }
    return this;
  }

  FactOutput varint(long value) {
    long rest = value;
    while ((rest & ~0x7fL) != 0) {
      u8((int) ((rest & 0x7f) | 0x80));
      rest >>>= 7;
    }
    return u8((int) rest);
  }

  FactOutput i32(int value) {
    return varint(Integer.toUnsignedLong(value));
  }

  /** A number of either sign, which is mostly small. */
  FactOutput signed(int value) {
    return i32(value << 1 ^ value >> 31);
  }

  /** The last part: a text, whose characters may be halves of pairs. */
  FactOutput text(String text) {
    for (int i = 0; i < text.length(); i++) {
      varint(text.charAt(i));
    }
    return this;
  }

  byte[] bytes() {
    return bytes;
  }

  int length() {
    return length;
  }
}
