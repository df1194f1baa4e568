// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Rows that are to be processed once, later, and those that were. Used by the writer only. */
final class PendingRows {

  /** What is done with a row, and when its description came to say why. */
  interface Action {
    void accept(int row, long since);
  }

  private int[] rows = new int[16];
  private long[] times = new long[16];

  /** Where the rows are that were added once. */
  private final Map<Integer, Integer> places = new HashMap<>();

  private int count;
  private int taken;

  void add(int row, long since) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, count * 2);
      times = Arrays.copyOf(times, count * 2);
    }
    rows[count] = row;
    times[count++] = since;
  }

  /** Adds a row, or makes one that is there untaken, with another time. */
  void addOnce(int row, long since) {
    Integer place = places.get(row);
    if (place == null) {
      places.put(row, count);
      add(row, since);
      return;
    }
    int at = place;
    if (at < taken) {
      taken--;
      rows[at] = rows[taken];
      times[at] = times[taken];
      places.put(rows[at], at);
      at = taken;
      rows[at] = row;
      places.put(row, at);
    }
    times[at] = since;
  }

  /** Passes all rows that were not taken yet to the action, which may not add any. */
  void take(Action action) {
    forEachUntaken(action);
    taken = count;
  }

  /** Passes all rows that were not taken yet, which stay so; the action may not add any. */
  void forEachUntaken(Action action) {
    forEachFrom(taken, action);
  }

  /** Hands over all rows there ever were; the action may not add any. */
  void forEach(Action action) {
    forEachFrom(0, action);
  }

  private void forEachFrom(int first, Action action) {
    for (int i = first; i < count; i++) {
      action.accept(rows[i], times[i]);
    }
  }
}
