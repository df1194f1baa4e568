// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/** One meaning of an ID, from all facts about the ID together. For one thread. */
final class Life<S> {

  /** When the ID was first described, which may be after it was first observed. */
  final long described;

  /** The row of the module, or {@link Pages#NONE}. */
  final int owner;

  /** The times of each kind of evidence, and whether the fact described the ID. */
  final Map<EvidenceKind, NavigableMap<Long, Boolean>> times = new EnumMap<>(EvidenceKind.class);

  S shape;

  /** The time since which the description is complete. */
  long complete;

  long from;
  End end;

  /** Whether a fact about the ID itself ended it. */
  boolean unloaded;

  /** Whether another fact gives the ID another meaning from {@link #end} on. */
  boolean contested;

  boolean disputed;

  Life(long at, S shape, int owner, End end) {
    this.described = at;
    this.complete = at;
    this.from = at;
    this.shape = shape;
    this.owner = owner;
    this.end = end;
  }

  void add(EvidenceKind kind, long at, boolean describes) {
    times.computeIfAbsent(kind, any -> new TreeMap<>()).merge(at, describes, Boolean::logicalOr);
  }

  boolean isAnnounced() {
    return times.containsKey(EvidenceKind.ANNOUNCED);
  }
}
