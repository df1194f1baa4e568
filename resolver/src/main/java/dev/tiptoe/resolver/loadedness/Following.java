// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Undescribed;
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

  /**
   * The part of a deduction that comes from one ID.
   *
   * @param from when the ID's meaning began
   * @param types the types concerned
   */
  private record Told(long from, List<RuntimeType> types) {}

  private final Types types;
  private final Deduction deduction;
  private final Map<RuntimeID, Told> told = new HashMap<>();

  /** Maps IDs that have no description yet to the IDs that depend on it. */
  private final Map<ClassID, Set<RuntimeID>> waiting = new HashMap<>();

  Following(Types types) {
    this.types = types;
    this.deduction = new Deduction(types);
  }

  /** Returns what is known at the time of the view that was followed last. */
  Loadedness loadedness(IdView view) {
    return new Loadedness(view, types, ClassTypes.of(view, types.canonical()), deduction);
  }

  /** Takes up all that there is. */
  void begin(IdView view) {
    DeductionInput input = input(view);
    view.classes().forEach(fact -> remember(fact, input.add(fact)));
    view.functions().forEach(fact -> remember(fact, input.add(fact)));
    deduction.settle();
  }

  /** Applies changes: first removals, then additions. */
  void follow(IdView view, Changes.Batch batch) {
    Set<RuntimeID> changed = new LinkedHashSet<>(batch.classes());
    changed.addAll(batch.functions());
    for (ClassID id : batch.classes()) {
      changed.addAll(waiting.getOrDefault(id, Set.of()));
    }
    if (batch.unloaded()) {
      told.keySet().stream().filter(id -> isOver(id, view)).forEach(changed::add);
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

  private boolean isOver(RuntimeID id, IdView view) {
    Told before = told.get(id);
    return fact(id, view)
        .filter(fact -> before != null && fact.interval().from() == before.from())
        .isEmpty();
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
    told.put(fact.id(), new Told(fact.interval().from(), about));
    about.forEach(type -> await(type, fact.id()));
  }

  private void await(RuntimeType type, RuntimeID source) {
    if (type instanceof Undescribed unknown) {
      waiting.computeIfAbsent(unknown.id(), any -> new LinkedHashSet<>()).add(source);
    }
    type.components().forEach(component -> await(component, source));
  }

  private void forget(RuntimeID id) {
    Told before = told.remove(id);
    if (before == null) {
      return;
    }
    before.types().forEach(type -> forget(type, id));
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
