// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A hash of IDs: the high word of their product with an odd factor, of which the high bits serve
 * best. Immutable.
 *
 * <p>IDs are addresses of structures that lie side by side. A product spreads such sequences
 * evenly, where a hash that mixes better scatters them and makes them collide.
 */
record IdHash(long factor) {

  /** By the golden ratio, which spreads any evenly spaced sequence well. */
  static final IdHash GOLDEN = new IdHash(0x9e3779b97f4a7c15L);

  /** By a factor that nobody can foresee, so that no trace can be made to collide. */
  static IdHash unforeseeable() {
    return new IdHash(ThreadLocalRandom.current().nextLong() | 1);
  }

  int of(long id) {
    return (int) ((id * factor) >>> 32);
  }
}
