// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.resolver.map.Fact;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The times at which meanings of IDs begin or end: between two of them the answer about an ID stays
 * the same.
 */
final class Boundaries {

  private final Map<Long, TreeSet<Long>> times = new HashMap<>();

  /** Collects the times of all facts. */
  Boundaries(Stream<? extends Fact> facts) {
    facts.forEach(
        fact -> {
          TreeSet<Long> known = times.computeIfAbsent(fact.id().value(), id -> new TreeSet<>());
          known.add(fact.interval().from());
          known.add(fact.interval().to());
        });
  }

  /** Returns the last boundary of an ID up to a time. */
  long before(long id, long at) {
    TreeSet<Long> known = times.get(id);
    Long found = known == null ? null : known.floor(at);
    return found == null ? Long.MIN_VALUE : found;
  }

  /** Returns the first boundary of an ID behind a time. */
  long after(long id, long at) {
    TreeSet<Long> known = times.get(id);
    Long found = known == null ? null : known.higher(at);
    return found == null ? Long.MAX_VALUE : found;
  }
}
