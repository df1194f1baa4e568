// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.loads;

import com.google.common.collect.Sets;
import java.util.Set;
import java.util.TreeSet;

/**
 * The types that a program loads in runs of one kind: in every run, and in any run. Mutable, not
 * thread-safe.
 */
final class TypesOfRuns {

  private final Set<String> always = new TreeSet<>();
  private final Set<String> ever = new TreeSet<>();
  private int runs;

  /** Adds the types of a run. */
  void add(Set<String> run) {
    if (runs == 0) {
      always.addAll(run);
    } else {
      always.retainAll(run);
    }
    ever.addAll(run);
    runs++;
  }

  int runs() {
    return runs;
  }

  /** Returns the number of types in all runs together. */
  int size() {
    return ever.size();
  }

  /** Returns the types that every run of this kind loaded, and none of the other. */
  Set<String> alwaysAndNeverIn(TypesOfRuns other) {
    return new TreeSet<>(Sets.difference(always, other.ever));
  }

  /** Returns the types that some run of this kind loaded, and none of the other. */
  Set<String> everAndNeverIn(TypesOfRuns other) {
    return new TreeSet<>(Sets.difference(ever, other.ever));
  }
}
