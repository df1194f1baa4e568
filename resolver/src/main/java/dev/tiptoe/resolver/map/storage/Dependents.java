// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntConsumer;

/**
 * Maps an ID to the rows that end with it. Used by the writer only.
 *
 * <p>Of references between types, only those to types that may be unloaded are recorded here, so a
 * process without collectible load contexts has no cost.
 */
final class Dependents {

  /**
   * The dependents of one ID, in the order of the times from which on they depended on it, or once
   * did.
   */
  private static final class OfId {

    private long[] times = new long[1];
    private int[] rows = new int[1];
    private int count;

    /** Those that were not taken yet, in the order in which they came. */
    private int[] untaken = new int[1];

    private int untakenCount;

    void add(int row, long at) {
      if (count == rows.length) {
        times = Arrays.copyOf(times, count * 2);
        rows = Arrays.copyOf(rows, count * 2);
      }
      int place = firstAfter(at);
      System.arraycopy(times, place, times, place + 1, count - place);
      System.arraycopy(rows, place, rows, place + 1, count - place);
      times[place] = at;
      rows[place] = row;
      count++;
      if (untakenCount == untaken.length) {
        untaken = Arrays.copyOf(untaken, untakenCount * 2);
      }
      untaken[untakenCount++] = row;
    }

    void take(IntConsumer action) {
      int end = untakenCount;
      untakenCount = 0;
      for (int i = 0; i < end; i++) {
        action.accept(untaken[i]);
      }
    }

    void forEachSince(long at, IntConsumer action) {
      for (int i = TimeOrder.countBefore(at, count, each -> times[each]); i < count; i++) {
        action.accept(rows[i]);
      }
    }

    private int firstAfter(long at) {
      return TimeOrder.countUpTo(at, count, i -> times[i]);
    }
  }

  private final Map<Long, OfId> ofIds = new HashMap<>();

  /** A class row as a dependent. */
  static int ofClass(int row) {
    return row;
  }

  /** A function row as a dependent. */
  static int ofFunction(int row) {
    return ~row;
  }

  /** Adds a dependent, from a time on. */
  void add(long id, int dependent, long at) {
    ofIds.computeIfAbsent(id, any -> new OfId()).add(dependent, at);
  }

  /**
   * Passes the dependents of an ID that were not passed before to the action, which may not add
   * any.
   */
  void take(long id, IntConsumer action) {
    OfId known = ofIds.get(id);
    if (known != null) {
      known.take(action);
    }
  }

  /** Passes the dependents of an ID, from a time on or from a later one, to the action. */
  void forEachSince(long at, long id, IntConsumer action) {
    OfId known = ofIds.get(id);
    if (known != null) {
      known.forEachSince(at, action);
    }
  }
}
