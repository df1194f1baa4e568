// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.id.ModuleID;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * What may differ between the references of two moments, of which one has other modules.
 *
 * @param any the modules that differ themselves, or of which any reference may lead elsewhere
 * @param unresolved the modules of which only references that led nowhere may lead somewhere, with
 *     the rows of AssemblyRef that these go through; 0 for those that go through none
 */
public record ReferenceChanges(Set<ModuleID> any, Map<ModuleID, Set<Integer>> unresolved) {

  private static final ReferenceChanges NONE = new ReferenceChanges(Set.of(), Map.of());

  /** Keeps what does not change any more. */
  public ReferenceChanges {
    any = Set.copyOf(any);
    unresolved = Map.copyOf(unresolved);
  }

  /** No changes. */
  public static ReferenceChanges none() {
    return NONE;
  }

  /** How many modules it names. */
  public int size() {
    return any.size() + unresolved.size();
  }

  /** Collects changes. For one thread. */
  public static final class Union {

    private final Set<ModuleID> any = new HashSet<>();
    private final Map<ModuleID, Set<Integer>> unresolved = new HashMap<>();

    /** Adds some. */
    public void add(ReferenceChanges changes) {
      any.addAll(changes.any);
      changes.unresolved.forEach((module, rows) -> rows.forEach(row -> addUnresolved(module, row)));
    }

    void addAny(ModuleID module) {
      any.add(module);
    }

    void addUnresolved(ModuleID module, int row) {
      unresolved.computeIfAbsent(module, key -> new HashSet<>()).add(row);
    }

    /** All that were added. */
    public ReferenceChanges changes() {
      return new ReferenceChanges(any, unresolved);
    }
  }
}
