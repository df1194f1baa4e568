// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts about IDs that are in no row: observations that wait for a description, unloads of unknown
 * IDs, facts that dispute each other, descriptions that have less than the row. The writer's own.
 *
 * <p>A later fact may give each of them its place. Bounded: facts beyond the bound are counted as
 * lost, and the map then answers less.
 */
final class Claims<S> {

  private static final int MOST = 1 << 20;
  private static final int MOST_OF_ONE = 32;

  private final Map<Long, List<Claim<S>>> ofIds = new HashMap<>();
  private final MapCounters counters;
  private int count;

  Claims(MapCounters counters) {
    this.counters = counters;
  }

  boolean has(long id) {
    return count > 0 && ofIds.containsKey(id);
  }

  /** Whether it is kept what a fact of a kind and a time said. */
  boolean hasDescription(long id, EvidenceKind kind, long at) {
    return of(id).stream()
        .anyMatch(claim -> claim.shape() != null && claim.kind() == kind && claim.at() == at);
  }

  List<Claim<S>> of(long id) {
    return count == 0 ? List.of() : ofIds.getOrDefault(id, List.of());
  }

  /** Keeps a claim, unless it is kept already or there is no room. */
  void add(long id, Claim<S> claim) {
    List<Claim<S>> kept = ofIds.getOrDefault(id, List.of());
    if (kept.contains(claim)) {
      return;
    }
    if (count >= MOST || (kept.size() >= MOST_OF_ONE && !claim.isUnload())) {
      counters.lost();
      return;
    }
    if (kept.isEmpty()) {
      kept = new ArrayList<>(2);
      ofIds.put(id, kept);
    }
    kept.add(claim);
    counted(claim, 1);
  }

  /** Keeps these claims about an ID and no others. */
  void set(long id, List<Claim<S>> claims) {
    List<Claim<S>> before = count == 0 ? null : ofIds.remove(id);
    if (before != null) {
      before.forEach(claim -> counted(claim, -1));
    }
    claims.forEach(claim -> add(id, claim));
  }

  /** The first unload of an ID after a time, among those kept here; {@link Interval#OPEN}: none. */
  long unloadAfter(long id, long at) {
    return of(id).stream()
        .filter(claim -> claim.isUnload() && claim.at() > at)
        .mapToLong(Claim::at)
        .min()
        .orElse(Interval.OPEN);
  }

  private void counted(Claim<S> claim, int by) {
    count += by;
    if (claim.isObservation()) {
      counters.waiting(by);
    }
  }
}
