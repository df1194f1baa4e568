// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

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
   * Takes in a sequence point of versions 4 and 5, which lists all living threads.
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
      if (reached(thread, block.i32())) {
        alive.add(thread);
      }
    }
    last.keySet().retainAll(alive);
  }

  /**
   * Takes in the number of a thread's last event.
   *
   * @return whether the thread is followed
   */
  boolean reached(long thread, int number) {
    if (!follows(thread)) {
      return false;
    }
    int before = last.getOrDefault(thread, 0);
    missing(before, number);
    last.put(thread, before + Math.max(0, number - before));
    return true;
  }

  /** Forgets a thread, whose number may be another thread's from now on. */
  void forget(long thread) {
    last.remove(thread);
  }

  /** Forgets all threads. */
  void clear() {
    last.clear();
  }

  private boolean follows(long thread) {
    return last.size() < MOST_THREADS || last.containsKey(thread);
  }

  /** Numbers wrap around; a number that seems to go back is ignored. */
  private void missing(int before, int now) {
    lost += Math.max(0, now - before);
  }
}
