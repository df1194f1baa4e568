// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.name.NameStyle;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.symbol.RuntimeNames;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Names many FunctionIDs, and looks up each of their meanings once. For one thread. */
final class NameBatch {

  private static final String UNKNOWN = "?";

  /** The name of a FunctionID in an interval. */
  private record Named(Interval interval, String name) {}

  private final RuntimeIdMap map;
  private final RuntimeNames names;
  private final NameStyle style;

  /** The name that each FunctionID had last. */
  private final Map<Long, Named> last = new HashMap<>();

  NameBatch(RuntimeIdMap map, RuntimeNames names, NameStyle style) {
    this.map = map;
    this.names = names;
    this.style = style;
  }

  void fill(long[] functionIDs, long[] times, String[] out) {
    if (times.length != functionIDs.length || out.length != functionIDs.length) {
      throw new IllegalArgumentException(
          functionIDs.length + " IDs, " + times.length + " times, " + out.length + " places");
    }
    for (int i = 0; i < functionIDs.length; i++) {
      Named known = last.get(functionIDs[i]);
      if (known == null || !known.interval().contains(times[i])) {
        known = named(functionIDs[i], times[i]);
        last.put(functionIDs[i], known);
      }
      out[i] = known.name();
    }
  }

  private Named named(long id, long time) {
    Optional<FunctionFact> fact = map.at(time).meaningOf(new FunctionID(id)).valid();
    // Where it means nothing, nothing follows for other times.
    return fact.isPresent()
        ? new Named(fact.get().interval(), names.nameOf(fact.get(), style))
        : new Named(new Interval(time, time), UNKNOWN);
  }
}
