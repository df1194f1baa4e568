// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Undescribed;
import dev.tiptoe.resolver.feed.RuntimeInfo;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Fact;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.Meaning;
import dev.tiptoe.resolver.reference.ClassTypes;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** A deduction that follows a map from view to view, while the modules stay. For one thread. */
final class Following {

  private final TypeFacts facts;
  private final Types types;
  private final Deduction deduction;

  /** The types that the deduction knows because of an ID. */
  private final Map<RuntimeID, List<RuntimeType>> told = new HashMap<>();

  /** Maps IDs that have no description yet to the IDs that depend on it. */
  private final Map<ClassID, Set<RuntimeID>> waiting = new HashMap<>();

  Following(TypeFacts facts, Optional<RuntimeInfo> runtime) {
    this.facts = facts;
    this.types = new Types(facts);
    this.deduction = new Deduction(types, WitnessedRules.on(runtime));
  }

  /** Whether it is made from these facts, for this runtime. */
  @SuppressWarnings("ReferenceEquality") // facts always answer the same
  boolean isOver(TypeFacts others, Optional<RuntimeInfo> runtime) {
    return facts == others && deduction.rules().runtime().equals(runtime);
  }

  /** Returns what is known at the time of the view that was followed last. */
  Levels levels(IdView view) {
    return new Levels(view, types, ClassTypes.of(view, types.canonical()), deduction);
  }

  /** Takes up all that there is. */
  void begin(IdView view) {
    DeductionInput input = input(view);
    view.classes().forEach(fact -> remember(fact, input.add(fact)));
    view.functions().forEach(fact -> remember(fact, input.add(fact)));
    deduction.settle();
  }

  /** Applies changes: first removals, then additions. */
  void follow(IdView view, Set<ClassID> classes, Set<FunctionID> functions) {
    Set<RuntimeID> changed = new LinkedHashSet<>(classes);
    changed.addAll(functions);
    for (ClassID id : classes) {
      changed.addAll(waiting.getOrDefault(id, Set.of()));
    }
    changed.forEach(this::forget);
    deduction.settle();
    DeductionInput input = input(view);
    changed.forEach(id -> tell(id, view, input));
    deduction.settle();
  }

  private DeductionInput input(IdView view) {
    return new DeductionInput(types, ClassTypes.of(view, types.canonical()), deduction);
  }

  private static Optional<? extends Fact> fact(RuntimeID id, IdView view) {
    Meaning<? extends Fact> meaning =
        id instanceof ClassID type ? view.meaningOf(type) : view.meaningOf((FunctionID) id);
    return meaning.valid();
  }

  private void tell(RuntimeID id, IdView view, DeductionInput input) {
    Optional<? extends Fact> fact = fact(id, view);
    if (fact.isPresent()) {
      remember(
          fact.get(),
          fact.get() instanceof ClassFact type
              ? input.add(type)
              : input.add((FunctionFact) fact.get()));
    }
  }

  private void remember(Fact fact, List<RuntimeType> about) {
    told.put(fact.id(), about);
    about.forEach(type -> await(type, fact.id()));
  }

  private void await(RuntimeType type, RuntimeID source) {
    if (type instanceof Undescribed unknown) {
      waiting.computeIfAbsent(unknown.id(), any -> new LinkedHashSet<>()).add(source);
    }
    type.components().forEach(component -> await(component, source));
  }

  private void forget(RuntimeID id) {
    List<RuntimeType> before = told.remove(id);
    if (before == null) {
      return;
    }
    before.forEach(type -> forget(type, id));
    if (id instanceof FunctionID function) {
      deduction.forget(function);
    }
  }

  private void forget(RuntimeType type, RuntimeID id) {
    deduction.forget(type, id);
    leave(type, id);
  }

  private void leave(RuntimeType type, RuntimeID source) {
    if (type instanceof Undescribed unknown) {
      waiting.computeIfPresent(
          unknown.id(),
          (any, sources) -> {
            sources.remove(source);
            return sources.isEmpty() ? null : sources;
          });
    }
    type.components().forEach(component -> leave(component, source));
  }
}
