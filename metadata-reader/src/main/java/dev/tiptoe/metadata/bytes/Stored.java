// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are read on demand. The two chunks read last are kept, so that small neighbouring
 * reads become one, also when they alternate between a header and its target. Thread-safe.
 */
abstract class Stored {

  /** The number of bytes read at once when fewer are requested. */
  static final int CHUNK = 1 << 12;

  /** A run of bytes and their place. */
  static final class Chunk {

    final int start;
    final byte[] bytes;

    private Chunk(int start, byte[] bytes) {
      this.start = start;
      this.bytes = bytes;
    }

    boolean has(int at, int length) {
      return at >= start && at + length <= start + bytes.length;
    }
  }

  private volatile @Nullable Chunk last;
  private volatile @Nullable Chunk before;

  /** Returns the name for errors. */
  abstract String name();

  /** Returns the number of bytes. */
  abstract int size();

  /**
   * Reads the {@code length} bytes at {@code at}, which are inside.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException about {@code asked} when they can no longer
   *     be read
   */
  abstract byte[] read(Bytes asked, int at, int length);

  /** Returns the {@code length} bytes at {@code at}, in an array of their own. */
  byte[] bytes(Bytes asked, int at, int length) {
    if (length > CHUNK) {
      return read(asked, at, length);
    }
    Chunk chunk = chunk(asked, at, length);
    return Arrays.copyOfRange(chunk.bytes, at - chunk.start, at - chunk.start + length);
  }

  /**
   * Returns a chunk that contains the {@code length} bytes at {@code at}, which are no more than
   * one chunk.
   */
  Chunk chunk(Bytes asked, int at, int length) {
    Chunk chunk = last;
    if (chunk == null || !chunk.has(at, length)) {
      Chunk other = before;
      before = chunk;
      chunk =
          other != null && other.has(at, length)
              ? other
              : new Chunk(at, read(asked, at, Math.min(CHUNK, size() - at)));
      last = chunk;
    }
    return chunk;
  }

  /** Drops the chunks. */
  void forget() {
    last = null;
    before = null;
  }
}
