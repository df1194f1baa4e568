// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.reference.ReferenceChanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which modules' type facts changed from version to version, as modules came and went. Immutable;
 * keeps some 4,096 modules.
 */
public final class FactVersions {

  private static final int MOST_MODULES = 4_096;

  /** How many single versions are kept; older ones are kept together. */
  private static final int MOST = 64;

  /** What changed up to a version, after the one before it in a list. */
  private record Step(int number, ReferenceChanges changes) {}

  /** What all versions of one line share. */
  private final Object line;

  private final int number;

  /** The version in which any module may have changed last. */
  private final int changedAll;

  /** What changed after that, oldest first. */
  private final List<Step> steps;

  private FactVersions(Object line, int number, int changedAll, List<Step> steps) {
    this.line = line;
    this.number = number;
    this.changedAll = changedAll;
    this.steps = steps;
  }

  /** Begins a line of versions. */
  public static FactVersions first() {
    return new FactVersions(new Object(), 0, 0, List.of());
  }

  /** The next version, in which this changed; any module may have if empty. */
  public FactVersions next(Optional<ReferenceChanges> changes) {
    int next = number + 1;
    if (changes.isEmpty()) {
      return new FactVersions(line, next, next, List.of());
    }
    List<Step> all = new ArrayList<>(steps);
    all.add(new Step(next, changes.get()));
    int unknown = changedAll;
    if (all.size() > MOST) {
      Step old = together(all.subList(0, MOST / 2));
      all = new ArrayList<>(all.subList(MOST / 2, all.size()));
      if (old.changes().size() > MOST_MODULES) {
        unknown = old.number();
      } else {
        all.add(0, old);
      }
    }
    return new FactVersions(line, next, unknown, all);
  }

  private static Step together(List<Step> steps) {
    ReferenceChanges.Union union = new ReferenceChanges.Union();
    steps.forEach(each -> union.add(each.changes()));
    return new Step(steps.get(steps.size() - 1).number(), union.changes());
  }

  /** What changed since an earlier version; empty if anything may have. */
  Optional<ReferenceChanges> since(FactVersions earlier) {
    if (line != earlier.line || changedAll > earlier.number) {
      return Optional.empty();
    }
    ReferenceChanges.Union union = new ReferenceChanges.Union();
    steps.stream()
        .filter(each -> each.number() > earlier.number)
        .forEach(each -> union.add(each.changes()));
    return Optional.of(union.changes());
  }
}
