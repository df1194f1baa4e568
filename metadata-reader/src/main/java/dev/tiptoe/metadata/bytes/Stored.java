// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bytes;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Bytes that are read when they are asked for. Two chunks that were read last are kept, so that
 * small reads beside one another are one, also where they alternate between a header and what it
 * leads to. Any number of threads may read.
 */
abstract class Stored {

  /** Bytes that are read at once where fewer are asked for. */
  static final int CHUNK = 1 << 12;

  /** Bytes that were read, and where they begin. */
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

  /** What they are called in errors. */
  abstract String name();

  /** How many there are. */
  abstract int size();

  /**
   * The {@code length} bytes at {@code at}, which are inside.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException about {@code asked} when they cannot be
   *     read, or not any more
   */
  abstract byte[] read(Bytes asked, int at, int length);

  /** The {@code length} bytes at {@code at}, in an array of their own. */
  byte[] bytes(Bytes asked, int at, int length) {
    if (length > CHUNK) {
      return read(asked, at, length);
    }
    Chunk chunk = chunk(asked, at, length);
    return Arrays.copyOfRange(chunk.bytes, at - chunk.start, at - chunk.start + length);
  }

  /** A chunk that has the {@code length} bytes at {@code at}, which are no more than one. */
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

  /** Forgets the chunks. */
  void forget() {
    last = null;
    before = null;
  }
}
