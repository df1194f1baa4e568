// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Evidence.Implied;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The chain from what was observed to what is claimed of a node, as evidence. */
final class Proof {

  /** Longer chains, which normal programs do not have, are shown without their middle. */
  private static final int LONGEST = 64;

  private final Premises premises;
  private final Nodes nodes;
  private final Steps steps;
  private final Map<Integer, Optional<String>> relations;

  Proof(Deduction deduction) {
    premises = deduction.premises();
    nodes = deduction.nodes();
    steps = deduction.steps();
    relations = deduction.relations();
  }

  /**
   * What proves the rank of a node that has one; empty when the map has gone on meanwhile and has
   * no longer what it follows from.
   */
  Optional<Evidence> of(int node) {
    List<Integer> chain = new ArrayList<>();
    int root = node;
    while (nodes.observed(root) < nodes.rank(root)) {
      int step = nodes.proof(root);
      chain.add(step);
      root = steps.from(step);
    }
    Collections.reverse(chain);
    int rank = nodes.rank(root);
    return premises.evidence(nodes.premise(root)).stream()
        .filter(evidence -> Rank.of(evidence.proves()) == rank)
        .findFirst()
        .flatMap(observed -> along(chain, observed));
  }

  private Optional<Evidence> along(List<Integer> chain, Evidence observed) {
    Optional<Evidence> evidence = Optional.of(observed);
    int skipped = Math.max(0, chain.size() - LONGEST);
    if (skipped > 0) {
      String relation = "follows in " + skipped + " steps from " + nameOf(steps.from(chain.get(0)));
      evidence = Optional.of(implied(chain.get(skipped - 1), relation, observed));
    }
    for (int step : chain.subList(skipped, chain.size())) {
      evidence =
          evidence.flatMap(
              premise -> relation(step).map(relation -> implied(step, relation, premise)));
    }
    return evidence;
  }

  private Evidence implied(int step, String relation, Evidence premise) {
    return new Implied(Rank.level(nodes.rank(steps.to(step))), relation, premise);
  }

  /** The relation of a step in words, as the rule says it. */
  private Optional<String> relation(int step) {
    return relations.computeIfAbsent(step, this::findRelation);
  }

  private Optional<String> findRelation(int step) {
    int from = steps.from(step);
    return premises.conclusions(nodes.premise(from)).stream()
        .filter(each -> each.why().strength() == steps.strength(step))
        .filter(each -> nodes.of(each.type()) == steps.to(step))
        .map(each -> each.why().relation() + " " + nameOf(from))
        .findFirst();
  }

  private String nameOf(int node) {
    return premises.nameOf(nodes.premise(node));
  }
}
