// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

/** Reads what {@link FactOutput} wrote. Mutable, not thread-safe. */
final class FactInput {

  private final byte[] bytes;
  private final int end;
  private int at;

  FactInput(byte[] bytes, int from, int length) {
    this.bytes = bytes;
    this.at = from;
    this.end = from + length;
  }

  int u8() {
    return bytes[at++] & 0xff;
  }

  long i64() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      value |= (long) u8() << shift;
    }
    return value;
  }

  long varint() {
    long value = 0;
    int shift = 0;
    int next;
    do {
      next = u8();
      value |= (long) (next & 0x7f) << shift;
      shift += 7;
    } while ((next & 0x80) != 0);
    return value;
  }

  int i32() {
    return (int) varint();
  }

  /** A number of either sign. */
  int signed() {
    int value = i32();
    return value >>> 1 ^ -(value & 1);
  }

  boolean isAtEnd() {
    return at == end;
  }

  /** The rest, as text. */
  String text() {
    StringBuilder text = new StringBuilder(end - at);
    while (at < end) {
      text.append((char) varint());
    }
    return text.toString();
  }
}
