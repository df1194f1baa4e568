// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.loadedness.Finding.Step;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Evidence.Implied;
import dev.tiptoe.resolver.map.Level;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The chain from what was observed to what is claimed of a finding, as evidence. */
final class Proof {

  /** Longer chains, which normal programs do not have, are shown without their middle. */
  private static final int LONGEST = 64;

  private Proof() {}

  /** What proves the level of a finding that has one. */
  static Evidence of(Finding finding) {
    List<Step> steps = new ArrayList<>();
    Finding root = finding;
    for (Step step = root.proof(); step != null; step = root.proof()) {
      steps.add(step);
      root = step.from();
    }
    Collections.reverse(steps);
    return along(steps, observed(root));
  }

  private static Evidence observed(Finding root) {
    Level level = root.level().orElseThrow();
    return root.evidence().stream()
        .filter(evidence -> evidence.proves() == level)
        .findFirst()
        .orElseThrow();
  }

  private static Evidence along(List<Step> steps, Evidence observed) {
    Evidence evidence = observed;
    int skipped = Math.max(0, steps.size() - LONGEST);
    if (skipped > 0) {
      String relation = "follows in " + skipped + " steps from " + steps.get(0).from().name();
      evidence = new Implied(level(steps.get(skipped - 1)), relation, evidence);
    }
    for (Step step : steps.subList(skipped, steps.size())) {
      evidence = new Implied(level(step), step.relation() + " " + step.from().name(), evidence);
    }
    return evidence;
  }

  private static Level level(Step step) {
    return step.to().level().orElseThrow();
  }
}
