// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Premise.OfType;
import dev.tiptoe.resolver.loadedness.Premises.Seen;
import dev.tiptoe.resolver.map.ClassFact;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All that follows from what was observed, kept up with what is observed and taken back. One thread
 * at a time; {@link #mayKnow} alone may be asked by others meanwhile.
 *
 * <p>Types have nodes where rules lead to them or from them, and steps link the nodes. No step
 * leads to a higher level than it starts from, so nodes are taken up highest level first: that ends
 * for any cycle of types, and of all chains among new facts it finds a shortest.
 *
 * <p>Where a type is as far by a chain that lasts as long as the process, further steps to it are
 * not kept: they would never be needed. Almost all types are like that, so few have nodes. What is
 * observed of such a type can still be lost, by a late fact. Its node is there to notice that, and
 * then {@link #isLost} says that all is to be worked out again.
 *
 * <p>When what lasts less long is taken back, all whose proof leads there fall to what lasts, and
 * rise again by what other steps lead to them: two types that prove each other do not keep each
 * other up.
 *
 * <p>Longer than most classes: drawing, taking back and settling change the same nodes and steps.
 */
final class Deduction {

  /**
   * How large the instantiations and arrays that follow may be together. Metadata that lies can
   * make ever more of ever larger ones; beyond this they are not followed.
   */
  private static final int MOST_PARTS = 2_000_000;

  /**
   * How many parts one such type may have: each step to or from it reads them all. The runtime
   * loads no type whose name has more than 1,023 characters.
   */
  private static final int MOST_PARTS_OF_ONE = 200;

  private final Premises premises;
  private final Observations observations;
  private final Nodes nodes = new Nodes();
  private final Steps steps = new Steps();

  /** From the ClassIDs of types that have a node to that node; some may be out of date. */
  private final LongTable sources = new LongTable();

  /** Nodes from which there may be something new to conclude, by their ranks. */
  private final List<Deque<Integer>> pending = new ArrayList<>();

  /** Nodes whose rank fell, so that steps from them prove less. */
  private final Set<Integer> weakened = new LinkedHashSet<>();

  /** Nodes whose proof is gone. */
  private final Set<Integer> unproven = new LinkedHashSet<>();

  /** What steps say in words, for proofs; until something changes. */
  private final Map<Integer, Optional<String>> relations = new HashMap<>();

  private int parts;
  private boolean lost;

  Deduction(Premises premises, Observations observations) {
    this.premises = premises;
    this.observations = observations;
    for (int rank = 0; rank <= Rank.USABLE; rank++) {
      pending.add(new ArrayDeque<>());
    }
  }

  // ---- asking

  /** Whether something may follow about a TypeDef or its instantiations; any thread may ask. */
  boolean mayKnow(TypeKey definition) {
    return nodes.hasAny(definition);
  }

  Nodes nodes() {
    return nodes;
  }

  Steps steps() {
    return steps;
  }

  Premises premises() {
    return premises;
  }

  Map<Integer, Optional<String>> relations() {
    return relations;
  }

  /** Whether something is gone that was to last, so that all is to be worked out again. */
  boolean isLost() {
    return lost;
  }

  // ---- observing

  /** Takes in what is observed of the type that a fact is about. */
  void observe(ClassFact fact, RuntimeType subject) {
    int node = observe(new OfType(subject), premises.see(subject, fact));
    if (node != Nodes.NONE) {
      sources.put(fact.id().value(), node);
    }
  }

  /** Takes in what is observed of a type or method by now. */
  void observe(Premise premise) {
    observe(premise, premises.see(premise));
  }

  /** Takes in that something else may follow from what has to do with some modules. */
  void observeAgain(Set<ModuleID> modules) {
    nodes
        .premises()
        .filter(premise -> premises.isMadeOf(premise, modules))
        .toList()
        .forEach(this::observe);
  }

  private int observe(Premise premise, Seen seen) {
    relations.clear();
    int node = nodes.of(premise);
    if (node == Nodes.NONE) {
      return draw(Nodes.NONE, premise, seen.rank(), seen.conclusions());
    }
    setObserved(node, seen.rank());
    dropAllBut(node, seen.conclusions());
    nodes.setDrawn(node, Rank.NONE); // what was drawn when the rank was higher is out of date
    return draw(node, premise, nodes.rank(node), seen.conclusions());
  }

  /** Takes in that a ClassID, which may have had another type, has this one, or none. */
  void leave(ClassID id, Optional<RuntimeType> subject) {
    int node = sources.get(id.value());
    if (node != Nodes.NONE && nodes.exists(node)) {
      Premise before = nodes.premise(node);
      if (subject.isEmpty() || !isAbout(before, subject.get())) {
        sources.remove(id.value());
        observe(before);
      }
    }
  }

  /** Takes in that another type named a type as its base, or does no more. */
  void observeNamed(RuntimeType subject) {
    if (nodes.of(subject) == Nodes.NONE) {
      begin(new OfType(subject));
    }
    observe(new OfType(subject));
  }

  private void setObserved(int node, int rank) {
    int before = nodes.observed(node);
    nodes.setObserved(node, rank);
    if (rank < before) {
      lost |= nodes.isLasting(node);
      weakened.add(node);
    }
  }

  private void dropAllBut(int node, List<Conclusion> conclusions) {
    int next;
    for (int step = steps.firstOut(node); step != Steps.NONE; step = next) {
      next = steps.nextOut(step);
      boolean stays = false;
      boolean lasts = false;
      for (Conclusion each : conclusions) {
        if (each.why().strength() == steps.strength(step)
            && nodes.of(each.type()) == steps.to(step)) {
          stays = true;
          lasts |= each.lasting();
        }
      }
      if (!lasts && steps.isLasting(step)) {
        lost |= nodes.heldProof(steps.to(step)) == step;
        steps.setLasting(step, false);
      }
      if (!stays) {
        drop(step);
      }
    }
  }

  private void drop(int step) {
    int to = steps.to(step);
    if (nodes.proof(to) == step) {
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
    if (node != Nodes.NONE && nodes.drawn(node) < rank) {
      nodes.setDrawn(node, rank);
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
    if (to == Nodes.NONE || follows <= nodes.firm(to)) {
      return known;
    }
    int from = known == Nodes.NONE ? begin(premise) : known;
    int step = steps.find(from, to, strength);
    if (step == Steps.NONE) {
      step = steps.add(from, to, strength);
    }
    if (conclusion.lasting()) {
      steps.setLasting(step, true);
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
      return Nodes.NONE;
    }
    int node = nodes.of(type);
    return node == Nodes.NONE && parts + size <= MOST_PARTS ? begin(new OfType(type)) : node;
  }

  private int begin(Premise premise) {
    int node = nodes.add(premise, premises.isLasting(premise));
    nodes.setObserved(node, premises.rank(premise));
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
    int rank = nodes.rank(to);
    int firm = nodes.firm(to);
    int lasts = steps.isLasting(step) ? strength.from(nodes.firm(from)) : Rank.NONE;
    if (lasts > firm && nodes.isLasting(to)) {
      nodes.hold(to, lasts, step);
      if (nodes.proven(to) <= lasts) {
        nodes.prove(to, lasts, step);
      }
    }
    int follows = strength.from(nodes.rank(from));
    if (follows > nodes.proven(to)) {
      nodes.prove(to, follows, step);
    }
    if (nodes.rank(to) > rank || nodes.firm(to) > firm) {
      pending(to);
    }
  }

  private void pending(int node) {
    pending.get(nodes.rank(node)).add(node);
  }

  // ---- following

  /** Computes what follows by now, and what no longer does, since the last call. */
  void settle() {
    relations.clear();
    Set<Integer> fallen = fallen();
    fallen.forEach(nodes::fall);
    for (int node : fallen) {
      for (int step = steps.firstIn(node); step != Steps.NONE; step = steps.nextIn(step)) {
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

  /** Returns all nodes whose proof leads to something that was taken back. */
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
      for (int step = steps.firstOut(node); step != Steps.NONE; step = steps.nextOut(step)) {
        int to = steps.to(step);
        if (nodes.proof(to) == step && !nodes.isHeld(to) && fallen.add(to)) {
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
      if (nodes.rank(node) == rank) {
        expand(node, rank);
      }
    }
  }

  private void expand(int node, int rank) {
    if (nodes.drawn(node) < rank) {
      Premise premise = nodes.premise(node);
      draw(node, premise, rank, premises.conclusions(premise));
    }
    for (int step = steps.firstOut(node); step != Steps.NONE; step = steps.nextOut(step)) {
      apply(step);
    }
  }

  /** Removes nodes that tell no more than the map does, and those that only they led to. */
  private void prune(Set<Integer> some) {
    Deque<Integer> next = new ArrayDeque<>(some);
    while (!next.isEmpty()) {
      int node = next.remove();
      if (!nodes.exists(node)) {
        continue;
      }
      if (nodes.rank(node) == Rank.NONE) {
        cut(node, next);
      }
      boolean linked = steps.firstIn(node) != Steps.NONE || steps.firstOut(node) != Steps.NONE;
      if (!linked && (nodes.rank(node) == Rank.NONE || isTransient(node))) {
        remove(node);
      }
    }
  }

  private boolean isTransient(int node) {
    boolean named = nodes.premise(node) instanceof OfType of && observations.isNamed(of.type());
    return !nodes.isLasting(node) && !named;
  }

  private void cut(int node, Deque<Integer> next) {
    int step = steps.firstOut(node);
    while (step != Steps.NONE) {
      next.add(steps.to(step));
      steps.remove(step);
      step = steps.firstOut(node);
    }
    nodes.setDrawn(node, Rank.NONE);
  }

  private void remove(int node) {
    if (nodes.premise(node) instanceof OfType of) {
      parts -= impliedParts(of.type());
    }
    nodes.remove(node);
  }
}
