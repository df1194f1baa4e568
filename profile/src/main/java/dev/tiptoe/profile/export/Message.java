// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A small message of protocol buffers while it is made; used again for the next. */
final class Message {

  private byte[] bytes = new byte[256];
  private int size;

  /** Makes it empty. */
  Message clear() {
    size = 0;
    return this;
  }

  /** Adds a number, unless it is 0. */
  Message number(int field, long value) {
    if (value != 0) {
      packed((long) field << 3 | WireReader.VARINT);
      packed(value);
    }
    return this;
  }

  /** Adds a number of eight bytes. */
  Message fixed(int field, long value) {
    return packed((long) field << 3 | WireReader.FIXED_64).packedFixed(value);
  }

  /** Adds a text, unless it is empty. */
  Message text(int field, String value) {
    return value.isEmpty() ? this : bytes(field, utf8(value));
  }

  /** Adds bytes. */
  Message bytes(int field, byte[] value) {
    return bytes(field, value, value.length);
  }

  /** Adds a message, or packed numbers. */
  Message bytes(int field, Message value) {
    return bytes(field, value.bytes, value.size);
  }

  private Message bytes(int field, byte[] value, int length) {
    packed(WireReader.message(field));
    packed(length);
    makeRoom(length);
    System.arraycopy(value, 0, bytes, size, length);
    size += length;
    return this;
  }

  /** Adds a packed number, which has no tag of its own. */
  Message packed(long value) {
    makeRoom(WireWriter.LONGEST_VARINT);
    size = WireWriter.put(value, bytes, size);
    return this;
  }

  /** Adds a packed number of eight bytes. */
  Message packedFixed(long value) {
    makeRoom(Long.BYTES);
    for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
      bytes[size++] = (byte) (value >>> shift);
    }
    return this;
  }

  private void makeRoom(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(Math.addExact(size, more), 2 * bytes.length));
    }
  }

  /** Writes it as a field of another message. */
  void writeTo(WireWriter target, int field) {
    target.varint(WireReader.message(field));
    target.varint(size);
    appendTo(target);
  }

  /** Writes its fields as those of another message. */
  void appendTo(WireWriter target) {
    target.bytes(bytes, size);
  }

  /** Returns UTF-8, with a question mark for half a surrogate pair. */
  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
