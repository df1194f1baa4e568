// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.diagnostics;

import dev.tiptoe.bridge.com.Guid;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** The payload of a command, written field after field. Mutable, not thread-safe. */
final class Payload {

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  Payload u32(int value) {
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      bytes.write(value >>> shift);
    }
    return this;
  }

  Payload guid(UUID value) {
    bytes.writeBytes(Guid.bytes(value));
    return this;
  }

  /**
   * Writes the number of UTF-16 code units including a NUL, then the units; an empty text is a
   * count of 0.
   */
  Payload string(String text) {
    if (text.isEmpty()) {
      return u32(0);
    }
    String terminated = text + '\0';
    u32(terminated.length());
    bytes.writeBytes(terminated.getBytes(StandardCharsets.UTF_16LE));
    return this;
  }

  /** Writes the exact count, then the bytes: a runtime trusts a count that is too large. */
  Payload counted(byte[] value) {
    u32(value.length);
    bytes.writeBytes(value);
    return this;
  }

  byte[] bytes() {
    return bytes.toByteArray();
  }
}
