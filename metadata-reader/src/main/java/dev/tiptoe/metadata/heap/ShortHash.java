// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import java.security.SecureRandom;

/**
 * A keyed hash of short strings, whose keys are secret to this process: the sum of each four bytes
 * multiplied by a key of their place. The products do not depend on each other, so the processor
 * computes them side by side.
 *
 * <p>Two different strings have the same hash with a probability of at most 2^-33, so no file can
 * be crafted whose names collide. Immutable.
 */
final class ShortHash {

  private static final long FOUR_BYTES = 0xffffffffL;

  /** The lowest bits of a sum are the weakest. */
  private static final int DROPPED = 3;

  private final long[] keys;

  /** Creates the hash of strings of up to so many bytes, a multiple of eight. */
  ShortHash(int longest) {
    keys = new SecureRandom().longs(longest / Integer.BYTES).toArray();
  }

  /**
   * Returns a part of the sum, for the eight bytes at a place; zeros stand for bytes behind the
   * string's end.
   *
   * @param place a multiple of eight
   */
  long part(int place, long bytes) {
    int key = place >>> 2;
    return keys[key] * (bytes & FOUR_BYTES) + keys[key + 1] * (bytes >>> Integer.SIZE);
  }

  /** Returns the hash with that sum, a number of 61 bits. */
  static long of(long sum) {
    return sum >>> DROPPED;
  }
}
