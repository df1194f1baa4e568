// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Some bytes of a {@code .nettrace} file with their offset, read one field after the other,
 * little-endian, packed without alignment.
 *
 * <p>Every read throws {@link EventPipeFormatException} where the bytes end before the field, and
 * otherwise moves on. Mutable, not thread-safe. A part keeps the whole block in memory that it
 * belongs to.
 */
public final class EventBytes {

  static final EventBytes NONE = new EventBytes("", 0, new byte[0]);

  private static final int MORE = 0x80;

  private final String file;
  private final long fileOffset;
  private final ByteBuffer bytes;

  EventBytes(String file, long fileOffset, byte[] bytes) {
    this(file, fileOffset, ByteBuffer.wrap(bytes));
  }

  private EventBytes(String file, long fileOffset, ByteBuffer bytes) {
    this.file = file;
    this.fileOffset = fileOffset;
    this.bytes = bytes.order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns how many bytes are left. */
  public int remaining() {
    return bytes.remaining();
  }

  /** Returns the offset of the next byte in the file. */
  public long offset() {
    return fileOffset + bytes.position();
  }

  /** Reads one byte, 0 to 255. */
  public int u8() {
    return Byte.toUnsignedInt(needing(Byte.BYTES).get());
  }

  /** Reads two bytes, 0 to 65535. */
  public int u16() {
    return Short.toUnsignedInt(needing(Short.BYTES).getShort());
  }

  /** Reads four bytes. */
  public int i32() {
    return needing(Integer.BYTES).getInt();
  }

  /** Reads eight bytes. */
  public long i64() {
    return needing(Long.BYTES).getLong();
  }

  /**
   * Reads a GUID in the Windows layout: a u32 and two u16 little-endian, then 8 bytes as they are.
   */
  public UUID guid() {
    needing(2 * Long.BYTES);
    long high = Integer.toUnsignedLong(i32()) << 32 | (long) u16() << 16 | u16();
    return new UUID(high, Long.reverseBytes(i64()));
  }

  /** Reads UTF-16 text up to its terminating NUL, including unpaired surrogates. */
  public String utf16() {
    int begin = bytes.position();
    int end = begin;
    while (end + 1 < bytes.limit() && bytes.getChar(end) != 0) {
      end += Character.BYTES;
    }
    if (end + 1 >= bytes.limit()) {
      throw damaged("text without an end");
    }
    char[] text = new char[(end - begin) / Character.BYTES];
    bytes.slice(begin, end - begin).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer().get(text);
    bytes.position(end + Character.BYTES);
    return new String(text);
  }

  /** Reads {@code length} bytes of UTF-8 text. */
  String utf8(int length) {
    return new String(raw(length), StandardCharsets.UTF_8);
  }

  /** Reads {@code length} bytes as they are. */
  byte[] raw(int length) {
    needing(length);
    byte[] raw = new byte[length];
    bytes.get(raw);
    return raw;
  }

  /** Reads a number in groups of seven bits, the lowest first: at most ten bytes. */
  public long varint64() {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int group = u8();
      value |= (long) (group & ~MORE) << shift;
      if ((group & MORE) == 0) {
        return value;
      }
    }
    throw damaged("a number of more than ten bytes");
  }

  /** Reads a number of 32 bits in the same form: at most five bytes. */
  int varint32() {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += 7) {
      int group = u8();
      value |= (group & ~MORE) << shift;
      if ((group & MORE) == 0) {
        return value;
      }
    }
    throw damaged("a number of more than five bytes");
  }

  /** Reads a signed number of at most ten bytes, the sign being in its lowest bit. */
  long signedVarint64() {
    long value = varint64();
    return value >>> 1 ^ -(value & 1);
  }

  /** Reads UTF-8 text behind its length, a number of at most five bytes. */
  String text() {
    return utf8(varint32());
  }

  /** Reads UTF-8 text behind its length of 16 bits. */
  public String shortText() {
    return utf8(u16());
  }

  /**
   * Reads a number of elements, each of which takes at least {@code least} bytes.
   *
   * @throws EventPipeFormatException when there is no room for so many
   */
  public int count(int least) {
    int count = i32();
    if (count < 0 || count > remaining() / least) {
      throw damaged(Integer.toUnsignedString(count) + " elements in " + remaining() + " bytes");
    }
    return count;
  }

  /** Returns the next {@code length} bytes as an object of their own, and moves past them. */
  public EventBytes part(int length) {
    needing(length);
    int begin = bytes.position();
    bytes.position(begin + length);
    return new EventBytes(file, fileOffset + begin, bytes.slice(begin, length));
  }

  /** Returns how many bytes there are, read or not. */
  int length() {
    return bytes.limit();
  }

  /** Returns four bytes at an offset from the first byte, which must be there. */
  int i32At(int at) {
    return bytes.getInt(at);
  }

  /** Returns eight bytes at an offset from the first byte, which must be there. */
  long i64At(int at) {
    return bytes.getLong(at);
  }

  /** Returns the offset of the next byte in {@code whole}, of which these bytes are a part. */
  int offsetIn(EventBytes whole) {
    return (int) (offset() - whole.fileOffset);
  }

  /** Returns how many bytes have been read. */
  int position() {
    return bytes.position();
  }

  /** Returns the same bytes, to be read from an offset on, which must be among them. */
  EventBytes from(int at) {
    return new EventBytes(file, fileOffset, bytes.duplicate().position(at));
  }

  /** Returns the same bytes, to be read from the first on. */
  EventBytes fromStart() {
    return new EventBytes(file, fileOffset, bytes.duplicate().rewind());
  }

  /** Skips bytes. */
  void skip(int length) {
    needing(length);
    bytes.position(bytes.position() + length);
  }

  /** Returns an exception for the present offset. */
  public EventPipeFormatException damaged(String reason) {
    return new EventPipeFormatException(file, offset(), reason);
  }

  private ByteBuffer needing(int length) {
    if (length < 0 || length > bytes.remaining()) {
      throw damaged(
          "a field of "
              + Integer.toUnsignedString(length)
              + " bytes, of which there are "
              + bytes.remaining());
    }
    return bytes;
  }
}
