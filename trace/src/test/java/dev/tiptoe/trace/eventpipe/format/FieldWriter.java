// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Writes fields one after the other, little-endian and packed. */
public final class FieldWriter {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /** Begins with no fields. */
  public FieldWriter() {}

  public FieldWriter u8(int value) {
    bytes.write(value);
    return this;
  }

  public FieldWriter u16(int value) {
    return u8(value).u8(value >>> 8);
  }

  public FieldWriter i32(int value) {
    return u16(value).u16(value >>> 16);
  }

  public FieldWriter i64(long value) {
    return i32((int) value).i32((int) (value >>> 32));
  }

  public FieldWriter guid(UUID value) {
    long high = value.getMostSignificantBits();
    i32((int) (high >>> 32)).u16((int) (high >>> 16)).u16((int) high);
    return i64(Long.reverseBytes(value.getLeastSignificantBits()));
  }

  public FieldWriter utf16(String text) {
    return raw(text.getBytes(StandardCharsets.UTF_16LE)).u16(0);
  }

  /** A length of 32 bits and the text. */
  public FieldWriter ascii(String text) {
    return i32(text.length()).raw(text.getBytes(StandardCharsets.US_ASCII));
  }

  /** Seven bits a byte, the lowest first. */
  public FieldWriter varint(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      u8((int) (left & 0x7f) | 0x80);
      left >>>= 7;
    }
    return u8((int) left);
  }

  public FieldWriter raw(byte... any) {
    bytes.writeBytes(any);
    return this;
  }

  public int size() {
    return bytes.size();
  }

  public byte[] toArray() {
    return bytes.toByteArray();
  }
}
