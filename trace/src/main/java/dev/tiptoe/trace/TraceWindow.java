// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * A window that moves over a file from its beginning to its end. It is as wide as the longest
 * record needs, and reads little-endian at offsets from its own beginning.
 *
 * <p>It reads into a buffer instead of mapping, because the file grows. Only the bytes counted by
 * {@link #available} can be read. Callers check that, since missing bytes mean waiting here, not
 * damage. Mutable, not thread-safe.
 */
final class TraceWindow implements AutoCloseable {

  /**
   * The buffer grows to twice the longest record, so that the rest is rarely moved to the front.
   */
  private static final int FIRST_CAPACITY = 64 << 10;

  private final FileChannel channel;
  private ByteBuffer buffer = empty(FIRST_CAPACITY);
  private final CRC32C crc = new CRC32C();
  private long start;

  TraceWindow(FileChannel channel) {
    this.channel = channel;
  }

  /** Returns where the window begins, in bytes from the beginning of the file. */
  long start() {
    return start;
  }

  /** Returns how many bytes can be read. */
  int available() {
    return buffer.remaining();
  }

  /**
   * Returns whether {@code wanted} bytes, or more, can be read; reads more of the file if
   * necessary.
   */
  boolean has(int wanted) throws IOException {
    if (buffer.remaining() >= wanted) {
      return true;
    }
    buffer = buffer.capacity() < wanted ? empty(2 * wanted).clear().put(buffer) : buffer.compact();
    try {
      while (buffer.hasRemaining()) {
        if (channel.read(buffer, start + buffer.position()) <= 0) {
          break;
        }
      }
    } finally {
      buffer.flip();
    }
    return buffer.remaining() >= wanted;
  }

  private static ByteBuffer empty(int capacity) {
    return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN).limit(0);
  }

  /** Returns the size of the file. */
  long size() throws IOException {
    return channel.size();
  }

  /** Moves the window's beginning to a place in the file. */
  void moveTo(long offset) {
    start = offset;
    buffer.clear().limit(0);
  }

  /** Moves the window's beginning forward, over bytes that are available. */
  void advance(int bytes) {
    buffer.position(buffer.position() + bytes);
    start += bytes;
  }

  int u8(int at) {
    return Byte.toUnsignedInt(buffer.get(buffer.position() + at));
  }

  int u16(int at) {
    return Short.toUnsignedInt(buffer.getShort(buffer.position() + at));
  }

  int i32(int at) {
    return buffer.getInt(buffer.position() + at);
  }

  long i64(int at) {
    return buffer.getLong(buffer.position() + at);
  }

  /**
   * Reads a GUID in the Windows layout: a u32 and two u16 little-endian, then 8 bytes as they are.
   */
  UUID guid(int at) {
    long high = Integer.toUnsignedLong(i32(at)) << 32 | (long) u16(at + 4) << 16 | u16(at + 6);
    return new UUID(high, Long.reverseBytes(i64(at + 8)));
  }

  /** Reads UTF-16LE text, including unpaired surrogates. */
  String utf16(int at, int bytes) {
    if (bytes == 0) {
      return "";
    }
    char[] text = new char[bytes / 2];
    for (int i = 0; i < text.length; i++) {
      text[i] = (char) u16(at + 2 * i);
    }
    return new String(text);
  }

  byte[] octets(int at, int count) {
    byte[] octets = new byte[count];
    buffer.get(buffer.position() + at, octets);
    return octets;
  }

  int crc32c(int at, int length) {
    int position = buffer.position();
    int limit = buffer.limit();
    crc.reset();
    crc.update(buffer.limit(position + at + length).position(position + at));
    buffer.limit(limit).position(position);
    return (int) crc.getValue();
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
