// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.metadata.bytes.Bytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The bytes of one record while it is made: fields at their offsets, then lists, strings and octets
 * in their order. Mutable, not thread-safe; becomes the next record with {@link #begin}.
 */
final class RecordDraft {

  private final ByteBuffer bytes =
      ByteBuffer.allocate(RecordLayout.LONGEST_RECORD).order(ByteOrder.LITTLE_ENDIAN);

  private int type;
  private boolean tooLong;

  /**
   * Begins a record.
   *
   * @param fieldsEnd the offset behind its fields, which are 0 until they are set
   */
  RecordDraft begin(int recordType, int fieldsEnd) {
    type = recordType;
    tooLong = false;
    for (int i = 0; i < fieldsEnd; i++) {
      bytes.put(i, (byte) 0);
    }
    bytes.limit(bytes.capacity()).position(fieldsEnd);
    return this;
  }

  int type() {
    return type;
  }

  /** Returns whether there was no room for all of it. */
  boolean isTooLong() {
    return tooLong;
  }

  RecordDraft u8(int at, int value) {
    bytes.put(at, (byte) value);
    return this;
  }

  RecordDraft u16(int at, int value) {
    bytes.putShort(at, (short) value);
    return this;
  }

  RecordDraft i32(int at, int value) {
    bytes.putInt(at, value);
    return this;
  }

  RecordDraft i64(int at, long value) {
    bytes.putLong(at, value);
    return this;
  }

  RecordDraft guid(int at, UUID value) {
    bytes.put(at, guid(value));
    return this;
  }

  /** Returns the bytes of a GUID in the layout of Windows. */
  static byte[] guid(UUID value) {
    long high = value.getMostSignificantBits();
    return ByteBuffer.allocate(2 * Long.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt((int) (high >>> Integer.SIZE))
        .putShort((short) (high >>> Short.SIZE))
        .putShort((short) high)
        .putLong(Long.reverseBytes(value.getLeastSignificantBits()))
        .array();
  }

  /** Appends a list of numbers of 64 bits. */
  RecordDraft list(long... numbers) {
    if (hasRoom((long) Long.BYTES * numbers.length)) {
      bytes.putInt(numbers.length);
      for (long each : numbers) {
        bytes.putLong(each);
      }
    }
    return this;
  }

  /**
   * Appends the count of a list; its elements follow, by {@link #append32} and {@link #append64}.
   */
  RecordDraft count(int count, int elementSize) {
    if (hasRoom((long) count * elementSize)) {
      bytes.putInt(count);
    }
    return this;
  }

  RecordDraft append32(int value) {
    if (!tooLong) {
      bytes.putInt(value);
    }
    return this;
  }

  RecordDraft append64(long value) {
    if (!tooLong) {
      bytes.putLong(value);
    }
    return this;
  }

  /** Appends a string, which is cut after the longest text of the format. */
  RecordDraft string(String text) {
    int length = Math.min(text.length(), RecordLayout.LONGEST_TEXT);
    if (hasRoom((long) Character.BYTES * length)) {
      bytes.putInt(Character.BYTES * length);
      for (int i = 0; i < length; i++) {
        bytes.putChar(text.charAt(i));
      }
    }
    return this;
  }

  RecordDraft octets(byte... octets) {
    if (hasRoom(octets.length)) {
      bytes.putInt(octets.length).put(octets);
    }
    return this;
  }

  RecordDraft octets(Bytes from, int offset, int length) {
    return octets(from.copy(offset, length));
  }

  private boolean hasRoom(long size) {
    tooLong |= bytes.remaining() < Integer.BYTES + size;
    return !tooLong;
  }

  /** Returns the whole record, valid until the next begins. */
  ByteBuffer finish(int lane, long sequence, long time) {
    int length = bytes.position();
    bytes.putInt(RecordLayout.MARK, RecordLayout.MARK_VALUE);
    bytes.putInt(RecordLayout.LENGTH, length);
    bytes.putShort(RecordLayout.TYPE, (short) type);
    bytes.putShort(RecordLayout.LANE, (short) lane);
    bytes.putLong(RecordLayout.SEQUENCE, sequence);
    bytes.putLong(RecordLayout.TIME, time);
    CRC32C crc = new CRC32C();
    crc.update(bytes.array(), RecordLayout.LENGTH, length - RecordLayout.LENGTH);
    bytes.putInt(RecordLayout.CRC, (int) crc.getValue());
    return bytes.duplicate().flip();
  }
}
