// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.metadata.Token;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the work of all long searches among some modules, and bounds it. Thread-safe.
 *
 * <p>Each reference of a small file may lead through the same thousand base types, so a bound for
 * each search does not bound the total. Short searches are not counted, and no reference is counted
 * twice.
 */
final class LongSearches {

  private static final int LONGEST = 1 << 18;

  /** The limit of a short search, which nearly every search in a normal program stays below. */
  private static final int SHORT = 1 << 9;

  /** The total for all searches, and the addition for each reference. */
  private static final long FREE = 16 << 20;

  private static final int FOR_A_REFERENCE = 256;

  /** A row of a module. */
  private record Key(LoadedImage from, Token reference) {}

  private final Set<Key> counted = ConcurrentHashMap.newKeySet();
  private final AtomicLong left;

  LongSearches(long references) {
    left = new AtomicLong(FREE + FOR_A_REFERENCE * references);
  }

  /** Returns the work for a reference, before any is done. */
  SearchWork begin(LoadedImage from, Token reference) {
    boolean free = left.get() > 0 || counted.contains(new Key(from, reference));
    return new SearchWork(from.image().container().file(), free ? LONGEST : SHORT);
  }

  /** Counts the work that was done for a reference. */
  void end(LoadedImage from, Token reference, SearchWork work) {
    if (work.most() > SHORT && work.spent() > SHORT && counted.add(new Key(from, reference))) {
      left.addAndGet(-work.spent());
    }
  }
}
