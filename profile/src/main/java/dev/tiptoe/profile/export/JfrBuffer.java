// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes of a JFR file, with numbers and texts as the format has them. Not thread-safe. */
final class JfrBuffer {

  private static final int UTF_8 = 3;

  /** The bytes of a padded length: 28 bits. */
  private static final int PADDED = 4;

  private byte[] bytes = new byte[1 << 12];
  private int size;

  int size() {
    return size;
  }

  void clear() {
    size = 0;
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), bytes.length * 2));
    }
  }

  JfrBuffer raw(int value) {
    room(1);
    bytes[size++] = (byte) value;
    return this;
  }

  /** Adds a compressed number: 7 bits in each byte, the lowest first. */
  JfrBuffer number(long value) {
    room(Long.BYTES + 1);
    long rest = value;
    for (int i = 0; i < Long.BYTES; i++) {
      if ((rest & ~0x7FL) == 0) {
        bytes[size++] = (byte) rest;
        return this;
      }
      bytes[size++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    // The ninth byte has all of its 8 bits.
    bytes[size++] = (byte) rest;
    return this;
  }

  JfrBuffer text(String text) {
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    raw(UTF_8).number(encoded.length);
    return add(encoded, encoded.length);
  }

  JfrBuffer add(JfrBuffer other) {
    return add(other.bytes, other.size);
  }

  private JfrBuffer add(byte[] more, int length) {
    room(length);
    System.arraycopy(more, 0, bytes, size, length);
    size += length;
    return this;
  }

  /** Adds an event, before which its length goes; the length counts itself. */
  JfrBuffer event(JfrBuffer event) {
    int length = Math.addExact(event.size, PADDED);
    room(length);
    for (int i = 0; i < PADDED - 1; i++) {
      bytes[size++] = (byte) ((length >>> (7 * i)) | 0x80);
    }
    bytes[size++] = (byte) (length >>> (7 * (PADDED - 1)));
    return add(event);
  }

  void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, size);
  }
}
