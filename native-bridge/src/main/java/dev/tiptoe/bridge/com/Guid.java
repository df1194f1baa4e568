// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.com;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/**
 * Converts GUIDs to and from their 16 bytes in memory: three little-endian numbers, then eight
 * bytes.
 */
public final class Guid {

  /** The number of bytes of a GUID. */
  public static final int SIZE = 16;

  private Guid() {}

  /** Returns the bytes of {@code guid}. */
  public static byte[] bytes(UUID guid) {
    long high = guid.getMostSignificantBits();
    return ByteBuffer.allocate(SIZE)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) (high >>> 32))
        .putShort((short) (high >>> 16))
        .putShort((short) high)
        .putLong(Long.reverseBytes(guid.getLeastSignificantBits()))
        .array();
  }

  /** Returns the GUID with these bytes. */
  public static UUID of(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    long high = Integer.toUnsignedLong(from.getInt()) << 32;
    high |= (from.getShort() & 0xffffL) << 16;
    high |= from.getShort() & 0xffffL;
    return new UUID(high, Long.reverseBytes(from.getLong()));
  }
}
