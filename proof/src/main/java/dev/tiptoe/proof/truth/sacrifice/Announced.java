// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.sacrifice;

import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The classes that the CLR announced since the questions began. Mutable, not thread-safe.
 *
 * <p>Most are announced because of a question, and come with its answer. Some are announced because
 * a thread of the runtime's own, such as the one that compiles methods again, was not done yet;
 * those are in the trace.
 */
final class Announced {

  private final RuntimeIdMap map;
  private final long since;
  private final Set<ClassID> added = new HashSet<>();

  /**
   * Creates an empty set.
   *
   * @param map the trace, as far as it was read
   * @param since when the questions began, in the trace's time
   */
  Announced(RuntimeIdMap map, long since) {
    this.map = map;
    this.since = since;
  }

  void add(List<ClassID> more) {
    added.addAll(more);
  }

  boolean contains(ClassID id) {
    return added.contains(id) || isInTrace(id);
  }

  private boolean isInTrace(ClassID id) {
    return map.now().meaningOf(id).valid().stream()
        .flatMap(fact -> fact.evidence().stream())
        .anyMatch(
            each ->
                each instanceof Observed seen
                    && seen.kind() == EvidenceKind.ANNOUNCED
                    && seen.since() > since);
  }
}
