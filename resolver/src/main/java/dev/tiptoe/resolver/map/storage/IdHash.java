// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A hash of IDs: the high word of their product with an odd factor, of which the high bits serve
 * best. Immutable.
 *
 * <p>IDs are addresses of structures that lie side by side. A product spreads such sequences
 * evenly, where a hash that mixes better scatters them and makes them collide.
 */
record IdHash(long factor) {

  /**
   * By a factor that passes the spectral test in many dimensions (Steele and Vigna,
   * "Computationally easy, spectrally good multipliers"): it spreads an evenly spaced sequence of
   * evenly spaced sequences, which is what the heaps of many modules are. The golden ratio is best
   * for one sequence alone; with many, some spacings made look-ups visit tens of slots.
   */
  static final IdHash SPECTRAL = new IdHash(0xd1342543de82ef95L);

  /**
   * Returns a hash with a factor that cannot be predicted, so that no trace can be crafted to
   * collide.
   */
  static IdHash unforeseeable() {
    return new IdHash(ThreadLocalRandom.current().nextLong() | 1);
  }

  int of(long id) {
    return (int) ((id * factor) >>> 32);
  }
}
