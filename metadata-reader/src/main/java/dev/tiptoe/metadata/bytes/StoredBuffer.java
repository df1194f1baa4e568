// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import java.nio.ByteBuffer;

/** The bytes of a direct or read-only buffer. */
final class StoredBuffer extends Stored {

  private final String name;
  private final ByteBuffer buffer;

  /** Takes over {@code buffer}. */
  StoredBuffer(String name, ByteBuffer buffer) {
    this.name = name;
    this.buffer = buffer;
  }

  @Override
  String name() {
    return name;
  }

  @Override
  int size() {
    return buffer.limit();
  }

  @Override
  byte[] read(Bytes asked, int at, int length) {
    byte[] bytes = new byte[length];
    buffer.get(at, bytes);
    return bytes;
  }
}
