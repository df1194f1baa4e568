// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Facts that were taken out of their records and are still to be told, in the order of the records.
 *
 * <p>They are told many at once, after their listener was told what they will be about: what it
 * must fetch from memory for each it can then fetch for all together. Mutable, for one thread;
 * holds what a few records say.
 */
final class FactQueue {

  /** Enough to hide how long memory takes, few enough to stay in the nearest cache. */
  private static final int MOST = 64;

  /** Long records are told at once. */
  private static final int MOST_BYTES = 64 << 10;

  private record Due(long at, Fact fact) {}

  private final Queue<Due> due = new ArrayDeque<>(MOST);
  private int bytes;

  /** Adds what a record of so many bytes says. */
  void add(long at, Fact fact, int recordBytes) {
    due.add(new Due(at, fact));
    bytes += recordBytes;
  }

  /** Whether it is time to tell all. */
  boolean isFull() {
    return due.size() >= MOST || bytes >= MOST_BYTES;
  }

  /** Tells all; when the listener throws, those behind remain. */
  void tellAll(RuntimeFeed feed, Ledger ledger) {
    for (Due each : due) {
      each.fact.announce(feed);
    }
    bytes = 0;
    while (!due.isEmpty()) {
      Due next = due.remove();
      next.fact.tell(next.at, feed, ledger);
    }
  }
}
