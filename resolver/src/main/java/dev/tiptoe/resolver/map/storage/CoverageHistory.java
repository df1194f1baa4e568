// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.Coverage;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.EnumMap;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * The time up to which there are facts, and the intervals of complete coverage. One writer, any
 * number of readers.
 */
final class CoverageHistory {

  private static final VarHandle REACH;

  static {
    try {
      REACH = MethodHandles.lookup().findVarHandle(CoverageHistory.class, "reach", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** The state of each kind, by the time from which on it holds. */
  private final Map<Coverage.Kind, ConcurrentSkipListMap<Long, Coverage.State>> states =
      new EnumMap<>(Coverage.Kind.class);

  private static final int MOST_REPEATED = 10_000;

  /** Used by the writer only. */
  private int repeated;

  @SuppressWarnings("UnusedVariable") // through REACH
  private long reach = Long.MIN_VALUE;

  CoverageHistory() {
    for (Coverage.Kind kind : Coverage.Kind.values()) {
      states.put(kind, new ConcurrentSkipListMap<>());
    }
  }

  /** Repetitions are left out once there are many: a damaged trace may have any number. */
  void add(long at, Coverage coverage) {
    for (Coverage.Kind kind : coverage.kinds()) {
      ConcurrentSkipListMap<Long, Coverage.State> known = states(kind);
      if (repeated++ < MOST_REPEATED || stateAt(kind, at) != coverage.state()) {
        known.put(at, coverage.state());
      }
    }
  }

  /** Takes a state. */
  interface StateAction {
    /** Takes the state that holds for some kinds from a time on. */
    void accept(long at, Set<Coverage.Kind> kinds, Coverage.State state);
  }

  /** Passes on all states. */
  void forEach(StateAction action) {
    states.forEach(
        (kind, all) -> all.forEach((at, state) -> action.accept(at, Set.of(kind), state)));
  }

  /** A fact of this time was taken in completely. */
  void reached(long at) {
    REACH.setRelease(this, at);
  }

  /** The time of the newest fact. */
  long reach() {
    return (long) REACH.getAcquire(this);
  }

  /**
   * Returns whether every fact of a kind up to a time is known. No feed guarantees the time after
   * its newest fact.
   */
  boolean isComplete(Coverage.Kind kind, long time) {
    return time <= reach() && stateAt(kind, time) == Coverage.State.COMPLETE;
  }

  /** Returns whether all facts of a kind are reported now, whatever was reported before. */
  boolean isPromised(Coverage.Kind kind) {
    return stateAt(kind, Long.MAX_VALUE) != Coverage.State.ENDED;
  }

  private Coverage.State stateAt(Coverage.Kind kind, long time) {
    Entry<Long, Coverage.State> entry = states(kind).floorEntry(time);
    return entry == null ? Coverage.State.ENDED : entry.getValue();
  }

  private ConcurrentSkipListMap<Long, Coverage.State> states(Coverage.Kind kind) {
    return states.getOrDefault(kind, new ConcurrentSkipListMap<>());
  }
}
