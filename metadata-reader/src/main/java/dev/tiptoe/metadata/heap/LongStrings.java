// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The hashes and lengths of the strings in a heap that are so long that one cannot read each of
 * them whenever it is asked for.
 *
 * <p>Thousands of rows may name one string of megabytes, or each another end of it. A hash that
 * grows from a string's end to its beginning is shared by all strings with that end. It is kept at
 * every {@value #STEP}th byte, so that the one of any string is found in as many steps, with 20
 * bytes kept for each. Immutable.
 */
final class LongStrings {

  /** How many bytes a string has at least to be called long. */
  static final int STEP = 512;

  private static final KeyedHash FIRST = new KeyedHash();
  private static final KeyedHash SECOND = new KeyedHash();

  private final Bytes bytes;
  private final int[] ends;
  private final long[] first;
  private final long[] second;

  LongStrings(Bytes bytes) {
    this.bytes = bytes;
    int marks = bytes.length() / STEP + 1;
    ends = new int[marks];
    first = new long[marks];
    second = new long[marks];
    int end = bytes.length();
    long one = KeyedHash.EMPTY;
    long two = KeyedHash.EMPTY;
    for (int at = bytes.length(); at >= 0; at--) {
      int value = at < bytes.length() ? bytes.u8(at) : 0;
      end = value == 0 ? at : end;
      one = value == 0 ? KeyedHash.EMPTY : FIRST.plus(one, value);
      two = value == 0 ? KeyedHash.EMPTY : SECOND.plus(two, value);
      if (at % STEP == 0) {
        ends[at / STEP] = end;
        first[at / STEP] = one;
        second[at / STEP] = two;
      }
    }
  }

  /** The hash of the long string at {@code offset}. */
  long hash(int offset) {
    return hash(offset, FIRST, first);
  }

  private long hash(int offset, KeyedHash key, long[] known) {
    int mark = markBehind(offset);
    long hash = known[mark];
    for (int at = mark * STEP - 1; at >= offset; at--) {
      hash = key.plus(hash, bytes.u8(at));
    }
    return hash;
  }

  /**
   * Whether the long string at {@code offset} is the one at {@code otherOffset} of another heap.
   *
   * <p>Two that are not have the same length and the same two hashes with a chance of less than one
   * in 2^60: never.
   */
  boolean same(int offset, LongStrings other, int otherOffset) {
    return length(offset) == other.length(otherOffset)
        && hash(offset, FIRST, first) == other.hash(otherOffset, FIRST, other.first)
        && hash(offset, SECOND, second) == other.hash(otherOffset, SECOND, other.second);
  }

  /** How many bytes the long string at {@code offset} has. */
  int length(int offset) {
    return ends[markBehind(offset)] - offset;
  }

  /** The first mark at or behind {@code offset}; the string is long enough to have one inside. */
  private static int markBehind(int offset) {
    return (offset + STEP - 1) / STEP;
  }
}
