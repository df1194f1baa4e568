// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Converts times of a trace to the ticks of the runtime's record of the same run.
 *
 * <p>Both count the same monotonic clock, in nanoseconds, from different origins. A type that was
 * loaded once, and to the level at which types are announced, was announced between the beginning
 * and the end of that load. All such types together determine the difference to a few microseconds.
 *
 * <p>With one exception: a load of a type that needs this one announces it without an event of its
 * own. Where two threads do that at the same moment, the recorded load is without effect, and
 * begins just after the announcement. So a few windows may begin too late, by no more than a thread
 * can be held up.
 *
 * @param atLeast the least possible difference
 * @param atMost the greatest possible difference
 */
record Clocks(long atLeast, long atMost) {

  /**
   * What one type says: the difference is not less and not more than this.
   *
   * @param type its name
   */
  record Window(String type, long atLeast, long atMost) {}

  /**
   * Compares the clocks; empty when no announced type allows it. A type that was loaded after the
   * record's end may have the ID of another one that is in the record, so names are compared too.
   *
   * @throws LaunchException when they are not of the same run
   */
  static Optional<Clocks> of(RuntimeIdMap map, TypeDefs typeDefs, TypeLoads record) {
    if (record.header().ticksPerSecond() != 1_000_000_000) {
      throw new LaunchException("the runtime's clock does not count nanoseconds");
    }
    Map<ClassID, ClassFact> announced = announcedOnce(map);
    List<Window> windows = new ArrayList<>();
    for (TypeLoad load : loadedOnce(record)) {
      ClassFact type = announced.get(load.type());
      if (type != null && load.isNamed(typeDefs.nameOf(type))) {
        long at = announcedAt(type);
        windows.add(new Window(load.name(), load.began() - at, load.ended() - at));
      }
    }
    return windows.isEmpty() ? Optional.empty() : Optional.of(of(windows));
  }

  /**
   * Returns the difference on which most windows agree.
   *
   * @param windows at least one
   * @throws LaunchException when another window does not contain it, and does not begin just after
   */
  static Clocks of(List<Window> windows) {
    long[] begins = windows.stream().mapToLong(Window::atLeast).sorted().toArray();
    long[] ends = windows.stream().mapToLong(Window::atMost).sorted().toArray();
    int most = 0;
    int ended = 0;
    Clocks best = new Clocks(begins[0], ends[0]);
    for (int begun = 1; begun <= begins.length; begun++) {
      while (ends[ended] < begins[begun - 1]) {
        ended++;
      }
      if (begun - ended > most) {
        most = begun - ended;
        best = new Clocks(begins[begun - 1], ends[ended]);
      }
    }
    for (Window window : windows) {
      long late = window.atLeast() - best.atMost();
      if (window.atMost() < best.atLeast() || late > TypeLoad.HELD_UP) {
        throw new LaunchException(
            "the trace and the runtime's record are not of one run: their clocks differ by "
                + best.range()
                + " according to most types, and by "
                + new Clocks(window.atLeast(), window.atMost()).range()
                + " according to "
                + window.type());
      }
    }
    return best;
  }

  private static Collection<TypeLoad> loadedOnce(TypeLoads record) {
    return record.loads().stream().collect(Collectors.groupingBy(TypeLoad::type)).values().stream()
        .filter(loads -> loads.size() == 1)
        .map(loads -> loads.get(0))
        .filter(load -> load.level() != Level.PUBLISHED)
        .toList();
  }

  private static Map<ClassID, ClassFact> announcedOnce(RuntimeIdMap map) {
    return map.history().classes().collect(Collectors.groupingBy(ClassFact::id)).entrySet().stream()
        .filter(type -> type.getValue().size() == 1)
        .filter(type -> announcedAt(type.getValue().get(0)) >= 0)
        .collect(Collectors.toMap(Map.Entry::getKey, type -> type.getValue().get(0)));
  }

  private static long announcedAt(ClassFact type) {
    return type.evidence().stream()
        .filter(each -> each.isObservedAs(EvidenceKind.ANNOUNCED))
        .mapToLong(each -> ((Observed) each).since())
        .findFirst()
        .orElse(-1);
  }

  /** Returns the latest ticks for a time of the trace. */
  long ticks(long time) {
    return time > Long.MAX_VALUE - Math.max(0, atMost) ? Long.MAX_VALUE : time + atMost;
  }

  /** Returns the earliest ticks for a time of the trace. */
  long earliestTicks(long time) {
    if (time < 0) {
      return Long.MIN_VALUE;
    }
    return time > Long.MAX_VALUE - Math.max(0, atLeast)
        ? Long.MAX_VALUE
        : Math.max(0, time + atLeast);
  }

  private String range() {
    return atLeast + " to " + atMost + " ns";
  }

  /** Returns the uncertainty of the difference in nanoseconds. */
  long uncertainty() {
    return atMost - atLeast;
  }
}
