// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The descriptions, among those that {@link Claims} keep, that belong to none of the rows of their
 * IDs. Additions and removals are passed on to the table. Used by the writer only.
 */
final class Unplaced<S> {

  private final Map<Long, NavigableMap<Long, Set<Claim<S>>>> ofIds = new HashMap<>();
  private final Lifecycle<S> lifecycle;

  Unplaced(Lifecycle<S> lifecycle) {
    this.lifecycle = lifecycle;
  }

  /** A description has no place; one that is not kept is lost. */
  @SuppressWarnings("NullAway") // a description has a shape
  void add(long id, Claim<S> description, boolean kept) {
    if (description.kind() == EvidenceKind.NAMED) {
      return; // the fact that named it is about another ID
    }
    if (!kept) {
      lifecycle.lost(description.at(), description.shape());
    } else if (ofTime(id, description.at()).add(description)) {
      lifecycle.claimed(description.at(), description.shape(), 1);
    }
  }

  private Set<Claim<S>> ofTime(long id, long at) {
    return ofIds
        .computeIfAbsent(id, any -> new TreeMap<>())
        .computeIfAbsent(at, any -> new HashSet<>(2));
  }

  /** Of a span only some have no place any more, or still none; of these, some are kept. */
  @SuppressWarnings("NullAway") // as above
  void keepOf(long id, Span span, Collection<Claim<S>> some, Predicate<Claim<S>> isKept) {
    NavigableMap<Long, Set<Claim<S>>> ofId = ofIds.get(id);
    if (ofId == null) {
      return;
    }
    Set<Claim<S>> stay = new HashSet<>(some);
    NavigableMap<Long, Set<Claim<S>>> within = ofId.subMap(span.after(), true, span.until(), true);
    for (Set<Claim<S>> ofTime : within.values()) {
      ofTime.removeIf(
          each -> {
            boolean goes = span.has(each) && !(stay.contains(each) && isKept.test(each));
            if (goes) {
              lifecycle.claimed(each.at(), each.shape(), -1);
            }
            return goes;
          });
    }
    within.values().removeIf(Set::isEmpty);
    if (ofId.isEmpty()) {
      ofIds.remove(id);
    }
    for (Claim<S> each : some) {
      if (!isKept.test(each)) {
        lifecycle.lost(each.at(), each.shape());
      }
    }
  }
}
