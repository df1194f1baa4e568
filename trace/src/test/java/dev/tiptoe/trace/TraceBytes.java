// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Builds traces that no agent writes: every field of a record's header can be wrong, the checksum
 * is right unless said otherwise.
 */
final class TraceBytes {

  private static final int HEADER_LENGTH = 32;

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private long sequence;
  private long time;

  /** A trace that has only the golden trace's header. */
  TraceBytes() {
    bytes.write(Golden.bytes(), 0, 64);
  }

  /** A record with its lane's next sequence and a later time. */
  TraceBytes identity(int type, byte... payload) {
    return record(type, 0, ++sequence, time += 10, payload);
  }

  /** Any record. */
  TraceBytes record(int type, int lane, long atSequence, long atTime, byte... payload) {
    sequence = lane == 0 ? atSequence : sequence;
    time = lane == 0 ? atTime : time;
    ByteBuffer record =
        ByteBuffer.allocate(HEADER_LENGTH + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    record.putInt(0x43455254).putInt(0).putInt(record.capacity());
    record
        .putShort((short) type)
        .putShort((short) lane)
        .putLong(atSequence)
        .putLong(atTime)
        .put(payload);
    CRC32C crc = new CRC32C();
    crc.update(record.array(), 8, record.capacity() - 8);
    return raw(record.putInt(4, (int) crc.getValue()).array());
  }

  /** Bytes that are no record. */
  TraceBytes raw(byte... any) {
    bytes.writeBytes(any);
    return this;
  }

  /**
   * Little-endian bytes: an {@code Integer} gives 4, a {@code Long} 8, a {@code Short} 2, a {@code
   * Byte} 1.
   */
  static byte[] fields(Number... values) {
    ByteBuffer fields = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (Number value : values) {
      if (value instanceof Long) {
        fields.putLong(value.longValue());
      } else if (value instanceof Integer) {
        fields.putInt(value.intValue());
      } else if (value instanceof Short) {
        fields.putShort(value.shortValue());
      } else {
        fields.put(value.byteValue());
      }
    }
    byte[] used = new byte[fields.position()];
    fields.get(0, used);
    return used;
  }

  byte[] toArray() {
    return bytes.toByteArray();
  }
}
