// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.concurrent.ThreadLocalRandom;

/**
 * A hash of IDs, by MurmurHash3's finalizer: IDs are aligned addresses, whose low bits say nothing.
 * Immutable.
 *
 * <p>Each instance hashes differently, so that no trace can be made whose IDs all fall into one run
 * of slots.
 */
final class IdHash {

  private final long seed;

  IdHash() {
    this(ThreadLocalRandom.current().nextLong());
  }

  IdHash(long seed) {
    this.seed = seed;
  }

  /** 64 bits, of which the low and the high half serve alike. */
  long of(long id) {
    long h = id ^ seed;
    h = (h ^ (h >>> 33)) * 0xff51afd7ed558ccdL;
    h = (h ^ (h >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return h ^ (h >>> 33);
  }
}
