// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.Coverage;
import java.util.ArrayList;
import java.util.List;

/**
 * How far the facts reach, and what the feed vouched for from when to when. One writer, any number
 * of readers.
 */
final class CoverageHistory {

  private record Entry(long at, Coverage coverage) {}

  /** Replaced, never changed: it holds a handful of entries. */
  private volatile List<Entry> entries = List.of();

  private volatile long reach = Long.MIN_VALUE;

  /** What says nothing new is left out: a damaged trace may say again and again that it is. */
  void add(long at, Coverage coverage) {
    if (coverage.kinds().stream()
        .allMatch(kind -> stateAt(kind, Long.MAX_VALUE) == coverage.state())) {
      return;
    }
    List<Entry> longer = new ArrayList<>(entries);
    longer.add(new Entry(at, coverage));
    entries = List.copyOf(longer);
  }

  /** A fact of this time was taken in completely. */
  void reached(long at) {
    reach = at;
  }

  /** The time of the newest fact. */
  long reach() {
    return reach;
  }

  /**
   * Whether every fact of a kind up to a time was told: no feed vouches for the time behind its
   * newest fact.
   */
  boolean isComplete(Coverage.Kind kind, long time) {
    return time <= reach && stateAt(kind, time) == Coverage.State.COMPLETE;
  }

  private Coverage.State stateAt(Coverage.Kind kind, long time) {
    Coverage.State state = Coverage.State.ENDED;
    for (Entry entry : entries) {
      if (entry.at <= time && entry.coverage.kinds().contains(kind)) {
        state = entry.coverage.state();
      }
    }
    return state;
  }
}
