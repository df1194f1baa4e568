// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.io.ByteArrayOutputStream;
import java.util.UUID;

/** Bytes written one after the other, numbers little-endian. For one thread. */
final class LittleEndian {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  int size() {
    return bytes.size();
  }

  LittleEndian u1(int value) {
    bytes.write(value);
    return this;
  }

  LittleEndian u2(int value) {
    return u1(value).u1(value >>> 8);
  }

  LittleEndian u4(int value) {
    return u2(value).u2(value >>> 16);
  }

  LittleEndian u8(long value) {
    return u4((int) value).u4((int) (value >>> 32));
  }

  /** The low {@code width} bytes of a number: two or four. */
  LittleEndian number(int value, int width) {
    return width == 2 ? u2(value) : u4(value);
  }

  /** A GUID: three numbers, then eight bytes in order. */
  LittleEndian guid(UUID guid) {
    long high = guid.getMostSignificantBits();
    u4((int) (high >>> 32)).u2((int) (high >>> 16)).u2((int) high);
    return u8(Long.reverseBytes(guid.getLeastSignificantBits()));
  }

  LittleEndian bytes(byte... all) {
    bytes.writeBytes(all);
    return this;
  }

  /** Zeros up to {@code size} bytes in all. */
  LittleEndian zerosTo(int size) {
    return bytes(new byte[size - size()]);
  }

  /** Zeros up to the next multiple of {@code unit}. */
  LittleEndian align(int unit) {
    return zerosTo((size() + unit - 1) / unit * unit);
  }

  byte[] toArray() {
    return bytes.toByteArray();
  }
}
