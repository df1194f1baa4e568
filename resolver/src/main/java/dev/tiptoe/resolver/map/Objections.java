// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** What the map had to object to in the facts it was given. One writer, any number of readers. */
final class Objections {

  /**
   * All contradictions are counted, the first of them kept: hostile facts must not fill the memory.
   */
  private static final int KEPT = 1_000;

  /** Of each claim so many characters: a name may be as long as a record. */
  private static final int LONGEST = 1_000;

  private final List<Contradiction> contradictions = new CopyOnWriteArrayList<>();
  private final AtomicLong contradicting = new AtomicLong();
  private final AtomicLong late = new AtomicLong();
  private final AtomicLong orphans = new AtomicLong();
  private final AtomicLong passedOver = new AtomicLong();
  private final AtomicLong unknownUnloads = new AtomicLong();

  /**
   * Keeps a claim that contradicts a row, and marks the row; what is known may take long to say.
   */
  void dispute(
      long at, IdTable ids, int row, RuntimeID id, Supplier<Object> known, Object claimed) {
    ids.setState(row, ids.state(row) | RowState.DISPUTED);
    if (contradicting.getAndIncrement() < KEPT) {
      contradictions.add(new Contradiction(at, id, cut(known.get()), cut(claimed)));
    }
  }

  private static String cut(Object claim) {
    String text = claim.toString();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
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

  List<Contradiction> contradictions() {
    return List.copyOf(contradictions);
  }

  Books books() {
    return new Books(
        contradicting.get(), late.get(), orphans.get(), passedOver.get(), unknownUnloads.get());
  }
}
