// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Evidence.Implied;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Proves the rank of a node: the chain of evidence from an observation to it. */
final class Proof {

  /** Longer chains, which normal programs do not have, are shown without their middle. */
  private static final int LONGEST = 64;

  private final Premises premises;
  private final InferenceGraph graph;
  private final InferenceSteps steps;
  private final Map<Integer, Optional<String>> relations;

  Proof(Propagation propagation) {
    premises = propagation.premises();
    graph = propagation.graph();
    steps = graph.steps();
    relations = propagation.relations();
  }

  /**
   * Returns the evidence for the rank of a node that has one; empty if the map changed meanwhile
   * and no longer has the observation.
   */
  Optional<Evidence> of(int node) {
    List<Integer> chain = new ArrayList<>();
    int root = node;
    while (graph.observed(root) < graph.rank(root)) {
      int step = graph.proof(root);
      chain.add(step);
      root = steps.from(step);
    }
    Collections.reverse(chain);
    int rank = graph.rank(root);
    return premises.evidence(graph.premise(root)).stream()
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
    return new Implied(Rank.level(graph.rank(steps.to(step))), relation, premise);
  }

  /** The relation of a step in the words of the rule. */
  private Optional<String> relation(int step) {
    return relations.computeIfAbsent(step, this::findRelation);
  }

  private Optional<String> findRelation(int step) {
    int from = steps.from(step);
    return premises.conclusions(graph.premise(from)).stream()
        .filter(each -> each.why().strength() == steps.strength(step))
        .filter(each -> graph.of(each.type()) == steps.to(step))
        .map(each -> each.why().relation() + " " + nameOf(from))
        .findFirst();
  }

  private String nameOf(int node) {
    return premises.nameOf(graph.premise(node));
  }
}
