// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.Conflict;
import dev.tiptoe.resolver.map.MapStatistics;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Counts the facts that did not fit, and keeps the first conflicts. One writer, any number of
 * readers.
 */
final class MapCounters {

  /** All conflicts are counted, the first of them kept: hostile facts must not fill the memory. */
  private static final int KEPT = 1_000;

  /** Of each claim so many characters: a name may be as long as a record. */
  private static final int LONGEST = 1_000;

  private final List<Conflict> conflicts = new CopyOnWriteArrayList<>();
  private final AtomicLong conflicting = new AtomicLong();
  private final AtomicLong late = new AtomicLong();
  private final AtomicLong orphans = new AtomicLong();
  private final AtomicLong passedOver = new AtomicLong();
  private final AtomicLong unknownUnloads = new AtomicLong();
  private final AtomicLong waiting = new AtomicLong();
  private final AtomicLong lost = new AtomicLong();

  /** Keeps a claim that conflicts with a row, and marks the row. */
  void conflict(
      long at, IdTable ids, int row, RuntimeID id, Supplier<Object> known, Object claimed) {
    ids.setState(row, ids.state(row) | RowState.DISPUTED);
    if (conflicting.getAndIncrement() < KEPT) {
      conflicts.add(new Conflict(at, id, cut(known.get()), cut(claimed)));
    }
  }

  private static String cut(Object claim) {
    String text = claim.toString();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  /** Goes on counting where others are. What waits is counted anew. */
  void resume(MapCounters others) {
    conflicts.clear();
    conflicts.addAll(others.conflicts);
    conflicting.set(others.conflicting.get());
    late.set(others.late.get());
    orphans.set(others.orphans.get());
    passedOver.set(others.passedOver.get());
    unknownUnloads.set(others.unknownUnloads.get());
    lost.set(others.lost.get());
  }

  void late() {
    late.incrementAndGet();
  }

  void orphan() {
    orphans.incrementAndGet();
  }

  void passedOver() {
    passedOver.incrementAndGet();
  }

  void unknownUnload() {
    unknownUnloads.incrementAndGet();
  }

  void waiting(int more) {
    waiting.addAndGet(more);
  }

  /** Returns how many observations wait for a description. */
  long waiting() {
    return waiting.get();
  }

  void lost() {
    lost.incrementAndGet();
  }

  List<Conflict> conflicts() {
    return List.copyOf(conflicts);
  }

  MapStatistics statistics() {
    return new MapStatistics(
        conflicting.get(),
        late.get(),
        orphans.get(),
        passedOver.get(),
        unknownUnloads.get(),
        waiting.get(),
        lost.get());
  }
}
