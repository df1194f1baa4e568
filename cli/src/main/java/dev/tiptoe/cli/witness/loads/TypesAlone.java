// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.loads;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The types that a program loads when it is alone, in all of its runs so far. Mutable, for one
 * thread.
 */
final class TypesAlone {

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

  /** How many types there are in all runs together. */
  int size() {
    return ever.size();
  }

  /** Whether another run may show types that none has shown, and these are missing. */
  boolean mayExplain(Set<String> with) {
    return !isDeterministic() && !ever.containsAll(with);
  }

  private boolean isDeterministic() {
    return always.equals(ever);
  }

  /** What is different in a run with the agent, in words. */
  List<String> differences(Set<String> with) {
    Stream<String> added =
        with.stream().filter(type -> !ever.contains(type)).map(type -> type + ": only with it");
    Stream<String> gone =
        always.stream()
            .filter(type -> isDeterministic() && !with.contains(type))
            .map(type -> type + ": only without it");
    return Stream.concat(added, gone).toList();
  }
}
