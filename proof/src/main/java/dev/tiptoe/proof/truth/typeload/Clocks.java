// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Collection;
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
 * @param atLeast the least possible difference
 * @param atMost the greatest possible difference
 */
record Clocks(long atLeast, long atMost) {

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
    long atLeast = Long.MIN_VALUE;
    long atMost = Long.MAX_VALUE;
    for (TypeLoad load : loadedOnce(record)) {
      ClassFact type = announced.get(load.type());
      if (type != null && load.isNamed(typeDefs.nameOf(type))) {
        long at = announcedAt(type);
        atLeast = Math.max(atLeast, load.began() - at);
        atMost = Math.min(atMost, load.ended() - at);
      }
    }
    if (atLeast == Long.MIN_VALUE) {
      return Optional.empty();
    }
    if (atLeast > atMost) {
      throw new LaunchException("the trace and the runtime's record are not of one run");
    }
    return Optional.of(new Clocks(atLeast, atMost));
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

  /** Returns the uncertainty of the difference in nanoseconds. */
  long uncertainty() {
    return atMost - atLeast;
  }
}
