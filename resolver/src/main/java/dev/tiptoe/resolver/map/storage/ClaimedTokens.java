// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.Interval;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The tokens of one metadata table in facts that have no row, because another fact disputes them or
 * their module is unknown: nothing proves that these tokens are not loaded. One writer, any number
 * of readers.
 */
final class ClaimedTokens {

  /** That a fact named a token. */
  private record Named(long module, int rid, long at) {}

  private static final Comparator<Named> ORDER =
      Comparator.comparingLong(Named::module).thenComparingInt(Named::rid).thenComparing(Named::at);

  private static final int MOST_LOST = 1 << 16;

  /** The number of facts with each; no more than {@link Claims} keep, and those that were lost. */
  private final NavigableMap<Named, Integer> named = new ConcurrentSkipListMap<>(ORDER);

  /** How many facts were lost; the writer's own. */
  private int lost;

  /** From when on there was no room to note what the lost facts named. */
  private volatile long anySince = Interval.OPEN;

  /** There are so many more, or fewer, facts that name a token. */
  void counted(ModuleID module, int rid, long at, int by) {
    named.merge(
        new Named(module.value(), rid, at),
        by,
        (before, more) -> before + more == 0 ? null : before + more);
  }

  /** A fact that named a token was lost: the token stays named. */
  void lost(ModuleID module, int rid, long at) {
    if (lost < MOST_LOST) {
      lost++;
      counted(module, rid, at, 1);
    } else {
      anySince = Math.min(anySince, at);
    }
  }

  /** Whether a fact of a time, or of one between, named a token. */
  boolean isNamed(ModuleID module, int rid, long since, long until) {
    if (anySince <= until) {
      return true;
    }
    if (named.isEmpty()) {
      return false;
    }
    Named last = named.floorKey(new Named(module.value(), rid, until));
    return last != null && last.module == module.value() && last.rid == rid && last.at >= since;
  }
}
