// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.ModuleID;
import java.util.Comparator;
import java.util.NavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The tokens of one metadata table that some fact named which stands in no row, since another fact
 * disputes it, or nobody knows which module is meant: nothing proves that these are not loaded. One
 * writer, any number of readers.
 */
final class ClaimedTokens {

  /** That a fact named a token. */
  private record Named(long module, int rid, long at) {}

  private static final Comparator<Named> ORDER =
      Comparator.comparingLong(Named::module).thenComparingInt(Named::rid).thenComparing(Named::at);

  /** How many facts said each; bounded as {@link Claims} are. */
  private final NavigableMap<Named, Integer> named = new ConcurrentSkipListMap<>(ORDER);

  /** The time of the first fact for which there was no room. */
  private volatile long lost = Interval.OPEN;

  /** There are so many more, or fewer, facts that name a token. */
  void counted(ModuleID module, int rid, long at, int by) {
    named.merge(
        new Named(module.value(), rid, at),
        by,
        (before, more) -> before + more == 0 ? null : before + more);
  }

  /** A fact was lost that named some token. */
  void lost(long at) {
    lost = Math.min(lost, at);
  }

  /** Whether a fact of a time, or of one between, named a token. */
  boolean isNamed(ModuleID module, int rid, long since, long until) {
    if (lost <= until) {
      return true;
    }
    if (named.isEmpty()) {
      return false;
    }
    Named last = named.floorKey(new Named(module.value(), rid, until));
    return last != null && last.module == module.value() && last.rid == rid && last.at >= since;
  }
}
