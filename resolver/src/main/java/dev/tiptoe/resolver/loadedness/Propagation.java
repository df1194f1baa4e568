// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Premise.OfType;
import dev.tiptoe.resolver.loadedness.Premises.State;
import dev.tiptoe.resolver.map.ClassFact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Propagates levels along the steps of an {@link InferenceGraph}, from what is observed to what
 * follows from it. It is updated as observations come and go. One thread at a time; other threads
 * may call {@link #mayLeadTo} meanwhile.
 *
 * <p>No step leads to a higher level than it starts from, so nodes are processed highest level
 * first. That ends for any cycle of types, and finds a shortest of all chains among new facts.
 *
 * <p>Once a permanent chain proves a level of a type, further steps to it at that level are not
 * kept, because they would never be needed. Almost all types are like that, so few have nodes. A
 * late fact can still void an observation of such a type. Its node notices that, and then {@link
 * #isLost} returns true and everything has to be computed anew.
 *
 * <p>When an observation that is not permanent is retracted, all nodes whose proof leads there fall
 * to their permanent rank, and then rise by the steps that are left. So two types that prove each
 * other do not keep each other up.
 *
 * <p>Longer than most classes: concluding, retracting and propagating change the same graph.
 */
final class Propagation {

  /**
   * How many parts the concluded instantiations and arrays may have together. Hostile metadata can
   * lead to ever more and ever larger types; conclusions beyond this are dropped.
   */
  private static final int MOST_PARTS = 2_000_000;

  /**
   * How many parts one such type may have: each step to or from it reads them all. The runtime
   * loads no type whose name has more than 1,023 characters.
   */
  private static final int MOST_PARTS_OF_ONE = 200;

  private final Premises premises;
  private final Observations observations;
  private final InferenceGraph graph = new InferenceGraph();
  private final InferenceSteps steps = graph.steps();

  /** From the ClassIDs of types that have a node to that node; some may be out of date. */
  private final LongIntMap sources = new LongIntMap();

  /** Nodes from which there may be something new to conclude, by their ranks. */
  private final List<Deque<Integer>> pending = new ArrayList<>();

  /** Nodes whose rank fell, so that steps from them prove less. */
  private final Set<Integer> weakened = new LinkedHashSet<>();

  /** Nodes whose proof is gone. */
  private final Set<Integer> unproven = new LinkedHashSet<>();

  /** The relations of steps in words, for proofs; cleared by any change. */
  private final Map<Integer, Optional<String>> relations = new ConcurrentHashMap<>();

  private int parts;
  private boolean lost;

  Propagation(Premises premises, Observations observations) {
    this.premises = premises;
    this.observations = observations;
    for (int rank = 0; rank <= Rank.USABLE; rank++) {
      pending.add(new ArrayDeque<>());
    }
  }

  // ---- questions

  /** Whether a rule leads to a TypeDef or an instantiation of it; any thread may ask. */
  boolean mayLeadTo(TypeKey definition) {
    return graph.hasAny(definition);
  }

  InferenceGraph graph() {
    return graph;
  }

  Premises premises() {
    return premises;
  }

  Map<Integer, Optional<String>> relations() {
    return relations;
  }

  /** Whether something that counted as permanent is gone: then compute everything anew. */
  boolean isLost() {
    return lost;
  }

  // ---- observing

  /** Takes in the observations of the type of a fact. */
  void observe(ClassFact fact, RuntimeType subject) {
    int node = observe(new OfType(subject), premises.state(subject, fact));
    if (node != InferenceGraph.NONE) {
      sources.put(fact.id().value(), node);
    }
  }

  /** Takes in the present observations of a type or method. */
  void observe(Premise premise) {
    observe(premise, premises.state(premise));
  }

  /** Concludes again from premises that are made of types of some modules. */
  void observeAgain(Set<ModuleID> modules) {
    graph
        .premises()
        .filter(premise -> premises.isMadeOf(premise, modules))
        .toList()
        .forEach(this::observe);
  }

  /** Takes in that something else may follow from a TypeDef and its instantiations. */
  void observeAgain(TypeKey definition) {
    List<Premise> premises = new ArrayList<>();
    int node = graph.first(definition);
    for (; node != InferenceGraph.NONE; node = graph.sibling(node)) {
      premises.add(graph.premise(node));
    }
    premises.forEach(this::observe);
  }

  /** Whether a module defines a type that has or had a node, or a part of one. */
  boolean hasMet(ModuleID module) {
    return graph.hasMet(module);
  }

  private int observe(Premise premise, State state) {
    relations.clear();
    int node = graph.of(premise);
    if (node == InferenceGraph.NONE) {
      return draw(InferenceGraph.NONE, premise, state.rank(), state.conclusions());
    }
    setObserved(node, state.rank());
    dropAllBut(node, state.conclusions());
    graph.setDrawn(node, Rank.NONE); // what was drawn when the rank was higher is out of date
    return draw(node, premise, graph.rank(node), state.conclusions());
  }

  /** Takes in that a ClassID has this type, or none, and no longer another. */
  void leave(ClassID id, Optional<RuntimeType> subject) {
    int node = sources.get(id.value());
    if (node != InferenceGraph.NONE && graph.exists(node)) {
      Premise before = graph.premise(node);
      if (subject.isEmpty() || !isAbout(before, subject.get())) {
        sources.remove(id.value());
        observe(before);
      }
    }
  }

  /** Takes in that a type was named as the base of another, or is so no longer. */
  void observeNamed(RuntimeType subject) {
    if (graph.of(subject) == InferenceGraph.NONE) {
      begin(new OfType(subject));
    }
    observe(new OfType(subject));
  }

  private void setObserved(int node, int rank) {
    int before = graph.observed(node);
    graph.setObserved(node, rank);
    if (rank < before) {
      lost |= graph.isPermanent(node);
      weakened.add(node);
    }
  }

  private void dropAllBut(int node, List<Conclusion> conclusions) {
    int next;
    for (int step = steps.firstOut(node); step != InferenceSteps.NONE; step = next) {
      next = steps.nextOut(step);
      boolean stays = false;
      boolean permanent = false;
      for (Conclusion each : conclusions) {
        if (each.why().strength() == steps.strength(step)
            && graph.of(each.type()) == steps.to(step)) {
          stays = true;
          permanent |= each.permanent();
        }
      }
      if (!permanent && steps.isPermanent(step)) {
        lost |= graph.permanentProof(steps.to(step)) == step;
        steps.setPermanent(step, false);
      }
      if (!stays) {
        drop(step);
      }
    }
  }

  private void drop(int step) {
    int to = steps.to(step);
    if (graph.proof(to) == step) {
      unproven.add(to);
    }
    steps.remove(step);
    weakened.add(to);
  }

  // ---- concluding

  /** Draws conclusions from a premise. Returns its node, which it may have got only now. */
  private int draw(int known, Premise premise, int rank, List<Conclusion> conclusions) {
    int node = known;
    for (Conclusion each : conclusions) {
      node = conclude(node, premise, rank, each);
    }
    if (node != InferenceGraph.NONE && graph.drawn(node) < rank) {
      graph.setDrawn(node, rank);
    }
    return node;
  }

  private int conclude(int known, Premise premise, int rank, Conclusion conclusion) {
    Strength strength = conclusion.why().strength();
    int follows = strength.from(rank);
    if (follows == Rank.NONE || isAbout(premise, conclusion.type())) {
      return known;
    }
    int to = implied(conclusion.type());
    if (to == InferenceGraph.NONE || follows <= graph.permanentRank(to)) {
      return known;
    }
    int from = known == InferenceGraph.NONE ? begin(premise) : known;
    int step = steps.find(from, to, strength);
    if (step == InferenceSteps.NONE) {
      step = steps.add(from, to, strength);
    }
    if (conclusion.permanent()) {
      steps.setPermanent(step, true);
    }
    apply(step);
    return from;
  }

  private static boolean isAbout(Premise premise, RuntimeType type) {
    return premise instanceof OfType of && of.type().equals(type);
  }

  private int implied(RuntimeType type) {
    int size = impliedParts(type);
    if (size > MOST_PARTS_OF_ONE) {
      return InferenceGraph.NONE;
    }
    int node = graph.of(type);
    return node == InferenceGraph.NONE && parts + size <= MOST_PARTS
        ? begin(new OfType(type))
        : node;
  }

  private int begin(Premise premise) {
    int node = graph.add(premise, premises.isPermanent(premise));
    graph.setObserved(node, premises.rank(premise));
    if (premise instanceof OfType of) {
      parts += impliedParts(of.type());
      observations.facts(of.type()).forEach(fact -> sources.put(fact.id().value(), node));
    }
    return node;
  }

  private static int impliedParts(RuntimeType type) {
    return type.components().isEmpty() ? 0 : type.parts();
  }

  private void apply(int step) {
    int from = steps.from(step);
    int to = steps.to(step);
    Strength strength = steps.strength(step);
    int rank = graph.rank(to);
    int before = graph.permanentRank(to);
    int permanent = steps.isPermanent(step) ? strength.from(graph.permanentRank(from)) : Rank.NONE;
    if (permanent > before && graph.isPermanent(to)) {
      graph.provePermanently(to, permanent, step);
      if (graph.proven(to) <= permanent) {
        graph.prove(to, permanent, step);
      }
    }
    int follows = strength.from(graph.rank(from));
    if (follows > graph.proven(to)) {
      graph.prove(to, follows, step);
    }
    if (graph.rank(to) > rank || graph.permanentRank(to) > before) {
      pending(to);
    }
  }

  private void pending(int node) {
    pending.get(graph.rank(node)).add(node);
  }

  // ---- propagating

  /** Propagates all changes since the last call. */
  void run() {
    relations.clear();
    Set<Integer> fallen = fallen();
    fallen.forEach(graph::fall);
    for (int node : fallen) {
      for (int step = steps.firstIn(node); step != InferenceSteps.NONE; step = steps.nextIn(step)) {
        if (!fallen.contains(steps.from(step))) {
          apply(step);
        }
      }
      pending(node);
    }
    for (int rank = Rank.USABLE; rank > Rank.NONE; rank--) {
      expandAll(rank);
    }
    pending.get(Rank.NONE).clear();
    if (!weakened.isEmpty() || !fallen.isEmpty()) {
      fallen.addAll(weakened);
      weakened.clear();
      prune(fallen);
    }
  }

  /** Returns all nodes whose proof leads to something that was retracted. */
  private Set<Integer> fallen() {
    if (weakened.isEmpty() && unproven.isEmpty()) {
      return new HashSet<>(0);
    }
    Set<Integer> fallen = new LinkedHashSet<>(unproven);
    Deque<Integer> next = new ArrayDeque<>(weakened);
    next.addAll(unproven);
    unproven.clear();
    while (!next.isEmpty()) {
      int node = next.remove();
      for (int step = steps.firstOut(node);
          step != InferenceSteps.NONE;
          step = steps.nextOut(step)) {
        int to = steps.to(step);
        if (graph.proof(to) == step && !graph.isProvenPermanently(to) && fallen.add(to)) {
          next.add(to);
        }
      }
    }
    return fallen;
  }

  private void expandAll(int rank) {
    Deque<Integer> next = pending.get(rank);
    while (!next.isEmpty()) {
      int node = next.remove();
      if (graph.rank(node) == rank) {
        expand(node, rank);
      }
    }
  }

  private void expand(int node, int rank) {
    if (graph.drawn(node) < rank) {
      Premise premise = graph.premise(node);
      draw(node, premise, rank, premises.conclusions(premise));
    }
    for (int step = steps.firstOut(node); step != InferenceSteps.NONE; step = steps.nextOut(step)) {
      apply(step);
    }
  }

  /** Removes nodes that add nothing to the map, and those to which only they led. */
  private void prune(Set<Integer> some) {
    Deque<Integer> next = new ArrayDeque<>(some);
    while (!next.isEmpty()) {
      int node = next.remove();
      if (!graph.exists(node)) {
        continue;
      }
      if (graph.rank(node) == Rank.NONE) {
        cut(node, next);
      }
      boolean linked =
          steps.firstIn(node) != InferenceSteps.NONE || steps.firstOut(node) != InferenceSteps.NONE;
      if (!linked && (graph.rank(node) == Rank.NONE || isTransient(node))) {
        remove(node);
      }
    }
  }

  private boolean isTransient(int node) {
    boolean named = graph.premise(node) instanceof OfType of && observations.isNamed(of.type());
    return !graph.isPermanent(node) && !named;
  }

  private void cut(int node, Deque<Integer> next) {
    int step = steps.firstOut(node);
    while (step != InferenceSteps.NONE) {
      next.add(steps.to(step));
      steps.remove(step);
      step = steps.firstOut(node);
    }
    graph.setDrawn(node, Rank.NONE);
  }

  private void remove(int node) {
    if (graph.premise(node) instanceof OfType of) {
      parts -= impliedParts(of.type());
    }
    graph.remove(node);
  }
}
