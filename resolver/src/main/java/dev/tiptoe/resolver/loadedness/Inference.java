// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.Undescribed;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.loadedness.Premise.OfMethod;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.reference.ReferenceChanges;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Infers levels from the facts of a view: it turns each fact into premises, and {@link Propagation}
 * concludes from them. For a view of now it is updated with each change.
 *
 * <p>One thread at a time; other threads may call {@link #mayLeadTo} and {@link #observedLevels}
 * meanwhile.
 */
final class Inference {

  private final IdView view;
  private volatile TypeFacts facts;
  private final WitnessedRules rules;
  private final TypeForms types;
  private final Observations observations;
  private final Propagation propagation;

  /** The modules that facts had to do with, or had once. */
  private final Set<ModuleID> met = new HashSet<>();

  /** From IDs that have no description yet to the IDs that depend on their descriptions. */
  private final Map<ClassID, Set<RuntimeID>> waiting = new HashMap<>();

  Inference(IdView view, TypeFacts facts, Permanence permanence) {
    this.view = view;
    this.facts = facts;
    rules = WitnessedRules.on(view.runtime());
    types = new TypeForms(facts);
    observations = new Observations(view, types);
    propagation =
        new Propagation(new Premises(types, observations, rules, permanence), observations);
  }

  /**
   * Uses other facts from metadata from now on. Returns false if it cannot; then everything has to
   * be computed anew.
   */
  @SuppressWarnings("ReferenceEquality") // the answers of an instance never change
  boolean adopt(TypeFacts present) {
    if (!rules.runtime().equals(view.runtime())) {
      return false;
    }
    Optional<ReferenceChanges> changed =
        present == facts ? Optional.of(ReferenceChanges.none()) : present.changedSince(facts);
    if (changed.isPresent() && present != facts) {
      use(present, changed.get());
    }
    return changed.isPresent() && !isLost();
  }

  private void use(TypeFacts present, ReferenceChanges changes) {
    facts = present;
    types.use(present);
    Set<ClassID> classes = new LinkedHashSet<>();
    Set<FunctionID> functions = new LinkedHashSet<>();
    Set<ModuleID> modules = new LinkedHashSet<>(changes.any());
    modules.forEach(types::forgetUnresolved); // all of them are read again
    modules.removeIf(module -> !met.contains(module) && !propagation.hasMet(module));
    for (ModuleID module : modules) {
      for (int rid = 1; rid <= present.typeDefs(module); rid++) {
        view.forEachClassID(module, Token.of(TypeDef.TABLE, rid), classes::add);
      }
      for (int rid = 1; rid <= present.methodDefs(module); rid++) {
        view.forEachFunctionID(module, Token.of(MethodDef.TABLE, rid), functions::add);
      }
    }
    if (!classes.isEmpty()) {
      observations.forEachComposed(modules, classes::add);
    }
    if (!modules.isEmpty()) {
      propagation.observeAgain(modules);
    }
    changes
        .unresolved()
        .forEach(
            (module, assemblyRefs) -> {
              for (Token row : types.takeUnresolved(module, assemblyRefs)) {
                if (row.table() == TypeDef.TABLE) {
                  propagation.observeAgain(new TypeKey(module, row));
                  view.forEachClassID(module, row, classes::add);
                } else {
                  view.forEachFunctionID(module, row, functions::add);
                }
              }
            });
    classes.forEach(this::renew);
    functions.forEach(this::update);
    propagation.run();
  }

  // ---- questions

  /** Returns the levels by all facts that were taken in. */
  Levels levels() {
    return new Levels(facts, rules, observations, propagation, types);
  }

  Propagation propagation() {
    return propagation;
  }

  /** Whether a rule leads to a TypeDef or an instantiation of it; any thread may ask. */
  boolean mayLeadTo(TypeKey definition) {
    return propagation.mayLeadTo(definition);
  }

  /** Returns the levels of TypeDefs to which no rule leads; for any thread. */
  ObservedLevels observedLevels() {
    return new ObservedLevels(view, facts, rules);
  }

  /** Whether something that counted as permanent is gone: then compute everything anew. */
  boolean isLost() {
    return propagation.isLost();
  }

  // ---- taking in facts

  /** Takes in all facts of the view. */
  void begin() {
    view.classes().forEach(this::add);
    view.functions().filter(Inference::isExecuting).forEach(this::add);
    propagation.run();
  }

  /** Concludes from the changes since the last call. */
  void propagate() {
    propagation.run();
  }

  /** Takes in a change of the facts about a ClassID. */
  void update(ClassID id) {
    renew(id);
    Set<RuntimeID> dependents = waiting.remove(id);
    if (dependents != null) {
      for (RuntimeID each : dependents) {
        if (each instanceof ClassID type) {
          renew(type);
        } else {
          update((FunctionID) each);
        }
      }
    }
  }

  private void renew(ClassID id) {
    observations.takeBackBase(id).ifPresent(propagation::observeNamed);
    Optional<ClassFact> fact = observations.fact(id);
    if (fact.isEmpty()) {
      propagation.leave(id, Optional.empty());
      return;
    }
    RuntimeType type = observations.knownType(fact.get());
    Optional<RuntimeType> subject = types.subject(type);
    propagation.leave(id, subject);
    add(fact.get(), type, subject);
  }

  /** Takes in a change of the facts about a FunctionID. */
  void update(FunctionID id) {
    propagation.observe(new OfMethod(id));
    observations.fact(id).filter(Inference::isExecuting).ifPresent(this::awaitParts);
  }

  private void add(ClassFact fact) {
    RuntimeType type = observations.knownType(fact);
    add(fact, type, types.subject(type));
  }

  private void add(ClassFact fact, RuntimeType type, Optional<RuntimeType> subject) {
    await(type, fact.id());
    if (type instanceof Undescribed) {
      awaitAllPartsOf(fact);
    }
    if (fact.shape() instanceof ClassShape.Defined defined) {
      met.add(defined.module());
    }
    if (subject.isPresent()) {
      observations.add(subject.get(), fact.id());
      propagation.observe(fact, subject.get());
    }
    ClassID parent = Premises.parent(fact);
    if (!parent.isNone()) {
      RuntimeType base = observations.knownType(parent);
      await(base, fact.id());
      if (base instanceof Undescribed) {
        addBase(fact, type, parent);
      }
    }
  }

  /** Adds a base type of which only the ID was reported; the metadata has the rest. */
  private void addBase(ClassFact derived, RuntimeType type, ClassID parent) {
    types
        .description(type)
        .flatMap(TypeDescription::base)
        .map(base -> base.substitute(type.components()))
        .flatMap(types::subject)
        .ifPresent(
            base -> {
              observations.name(base, derived.id(), parent);
              propagation.observeNamed(base);
            });
  }

  private void add(FunctionFact fact) {
    propagation.observe(new OfMethod(fact.id()));
    awaitParts(fact);
  }

  private static boolean isExecuting(FunctionFact fact) {
    return fact.evidence().stream().anyMatch(each -> each.isObservedAs(EvidenceKind.EXECUTING));
  }

  private void awaitParts(FunctionFact method) {
    met.add(method.shape().module());
    ClassID declaring = method.shape().declaringClass();
    if (!declaring.isNone()) {
      await(observations.typeOf(declaring), method.id());
    }
    method.shape().typeArguments().forEach(each -> await(observations.typeOf(each), method.id()));
  }

  private void meet(RuntimeType type) {
    if (type instanceof Defined defined) {
      met.add(defined.definition().module());
    }
  }

  /** Waits for every part: if a type has too many parts, or itself as a part, any may be wrong. */
  private void awaitAllPartsOf(ClassFact fact) {
    Set<ClassID> met = new LinkedHashSet<>();
    Deque<ClassFact> next = new ArrayDeque<>(List.of(fact));
    while (!next.isEmpty() && met.size() < RuntimeType.MOST_PARTS) {
      for (ClassID part : parts(next.remove().shape())) {
        if (met.add(part)) {
          await(part, fact.id());
          observations.fact(part).ifPresent(next::add);
        }
      }
    }
  }

  private static List<ClassID> parts(ClassShape shape) {
    if (shape instanceof ClassShape.Defined defined) {
      return defined.typeArguments();
    }
    return shape instanceof ClassShape.Array array ? List.of(array.element()) : List.of();
  }

  private void await(ClassID id, RuntimeID source) {
    if (!id.equals(source)) {
      waiting.computeIfAbsent(id, any -> new LinkedHashSet<>()).add(source);
    }
  }

  private void await(RuntimeType type, RuntimeID source) {
    meet(type);
    if (type instanceof Undescribed unknown) {
      await(unknown.id(), source);
    }
    for (RuntimeType component : type.components()) {
      await(component, source);
    }
  }
}
