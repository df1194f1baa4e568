// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The number of the last event of each thread, from which the events that the runtime dropped are
 * counted.
 *
 * <p>A thread numbers its events from 1, including dropped ones. Mutable, not thread-safe. Each
 * sequence point lists the living threads, and all others are forgotten.
 */
final class Sequences {

  /** The limit of threads at the same time; further ones are ignored. */
  private static final int MOST_THREADS = 1 << 16;

  private final Map<Long, Integer> last = new HashMap<>();
  private long lost;

  /** Returns how many events are missing so far. */
  long lost() {
    return lost;
  }

  /** Takes in an event. */
  void met(long thread, int number) {
    if (follows(thread)) {
      // A 1 begins a new thread, also one with the number of a dead one.
      if (number != 1) {
        missing(last.getOrDefault(thread, 0), number - 1);
      }
      last.put(thread, number);
    }
  }

  /**
   * Takes in a sequence point.
   *
   * <pre>
   *   i64 time, i32 count, count × { i64 thread, i32 number of its last event }
   * </pre>
   */
  void point(EventBytes block) {
    block.i64();
    Set<Long> alive = new HashSet<>();
    for (int left = block.i32(); left > 0; left--) {
      long thread = block.i64();
      int number = block.i32();
      if (follows(thread)) {
        int before = last.getOrDefault(thread, 0);
        missing(before, number);
        last.put(thread, before + Math.max(0, number - before));
        alive.add(thread);
      }
    }
    last.keySet().retainAll(alive);
  }

  private boolean follows(long thread) {
    return last.size() < MOST_THREADS || last.containsKey(thread);
  }

  /** Numbers wrap around; a number that seems to go back is ignored. */
  private void missing(int before, int now) {
    lost += Math.max(0, now - before);
  }
}
