// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import java.security.SecureRandom;

/**
 * A keyed hash whose key is secret to this process: a polynomial over the integers modulo 2^61 - 1,
 * evaluated at a secret point.
 *
 * <p>Two different texts of n numbers have the same hash for at most n of the 2^61 points, so no
 * file can be crafted whose names collide. Immutable.
 */
final class KeyedHash {

  /** The hash of an empty sequence. */
  static final long EMPTY = 1;

  private static final int BITS = 61;
  private static final long PRIME = (1L << BITS) - 1;
  private static final SecureRandom SECRET = new SecureRandom();

  private final long point = SECRET.nextLong() & PRIME;

  /** Returns the hash of a text and one more number, which has at most 32 bits. */
  long plus(long hash, long number) {
    long high = Math.multiplyHigh(hash, point);
    long low = hash * point;
    // 2^61 is 1 modulo the prime, so the bits above are added to the bits below.
    long sum = (low & PRIME) + ((low >>> BITS) | (high << (Long.SIZE - BITS))) + number;
    return (sum & PRIME) + (sum >>> BITS);
  }
}
