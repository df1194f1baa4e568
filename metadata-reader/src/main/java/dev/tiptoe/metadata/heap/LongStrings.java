// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The hashes of strings in a heap that are too long to be read for each look-up.
 *
 * <p>Thousands of rows may refer to one string of megabytes, or each to another suffix of it. The
 * hash grows from a string's end to its beginning, so all strings with the same end share it. It
 * takes {@value #BLOCK} bytes at once and is stored at every {@value #GAP}th byte before the end,
 * so the hash of any string takes as many steps, with 16 bytes stored for each. Immutable.
 */
final class LongStrings {

  private static final int BLOCK = 7;
  private static final long BLOCK_MASK = 0x00ffffffffffffffL;

  /** A multiple of a block, and less than the length of any long string. */
  private static final int GAP = 72 * BLOCK;

  private static final KeyedHash FIRST = new KeyedHash();
  private static final KeyedHash SECOND = new KeyedHash();

  private final Bytes bytes;
  private final StringEnds ends;

  /**
   * Indexed by the offset of a mark, divided by the gap. No two marks share an index: the marks of
   * a string are a gap apart, and the last of them is a gap before its end.
   */
  private final long[] first;

  private final long[] second;

  LongStrings(Bytes bytes, StringEnds ends) {
    this.bytes = bytes;
    this.ends = ends;
    first = new long[bytes.length() / GAP + 1];
    second = new long[first.length];
    for (int at = 0, end; at < bytes.length(); at = end + 1) {
      end = bytes.findZero(at);
      if (end - at >= StringEnds.STEP) {
        mark(at, end);
      }
    }
  }

  private void mark(int start, int end) {
    long one = KeyedHash.EMPTY;
    long two = KeyedHash.EMPTY;
    for (int at = end - BLOCK; at >= start; at -= BLOCK) {
      long block = block(at);
      one = FIRST.plus(one, block);
      two = SECOND.plus(two, block);
      if ((end - at) % GAP == 0) {
        first[at / GAP] = one;
        second[at / GAP] = two;
      }
    }
  }

  private long block(int at) {
    return at + Long.BYTES <= bytes.length() ? bytes.i64(at) & BLOCK_MASK : block(at, BLOCK);
  }

  private long block(int at, int size) {
    long block = 0;
    for (int i = size - 1; i >= 0; i--) {
      block = block << 8 | bytes.u8(at + i);
    }
    return block;
  }

  /** Returns the hash of the long string at {@code offset}. */
  long hash(int offset) {
    return hash(offset, FIRST, first);
  }

  private long hash(int offset, KeyedHash key, long[] known) {
    int end = ends.of(offset);
    int at = end - (end - offset) / GAP * GAP;
    long hash = known[at / GAP];
    for (; at - BLOCK >= offset; at -= BLOCK) {
      hash = key.plus(hash, block(at - BLOCK));
    }
    // No byte of a string is zero, so fewer bytes give another number.
    return at > offset ? key.plus(hash, block(offset, at - offset)) : hash;
  }

  /**
   * Returns whether the long string at {@code offset} is equal to the one at {@code otherOffset} of
   * another heap.
   *
   * <p>Two different strings have the same length and the same two hashes with a probability of
   * less than one in 2^60.
   */
  boolean same(int offset, LongStrings other, int otherOffset) {
    return ends.of(offset) - offset == other.ends.of(otherOffset) - otherOffset
        && hash(offset, FIRST, first) == other.hash(otherOffset, FIRST, other.first)
        && hash(offset, SECOND, second) == other.hash(otherOffset, SECOND, other.second);
  }
}
