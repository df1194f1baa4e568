// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.resolver.answer.RuntimeType;
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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What follows from the facts of a view, and from their changes if it is one of now. One thread at
 * a time; {@link #mayKnow} and {@link #plainLevels} alone may be asked by others meanwhile.
 */
final class Following {

  private final IdView view;
  private volatile TypeFacts facts;
  private final WitnessedRules rules;
  private final Types types;
  private final Observations observations;
  private final Deduction deduction;

  /** From IDs that have no description yet to the IDs that depend on them. */
  private final Map<ClassID, Set<RuntimeID>> waiting = new HashMap<>();

  Following(IdView view, TypeFacts facts, Lasting lasting) {
    this.view = view;
    this.facts = facts;
    rules = WitnessedRules.on(view.runtime());
    types = new Types(facts);
    observations = new Observations(view, types);
    deduction = new Deduction(new Premises(types, observations, rules, lasting), observations);
  }

  /**
   * Follows facts from metadata, which may be others than before. Returns whether it can; if not,
   * all is to be worked out again.
   */
  @SuppressWarnings("ReferenceEquality") // facts always answer the same
  boolean follow(TypeFacts present) {
    if (!rules.runtime().equals(view.runtime())) {
      return false;
    }
    Optional<Set<ModuleID>> changed =
        present == facts ? Optional.of(Set.of()) : present.changedSince(facts);
    if (changed.isPresent() && present != facts) {
      use(present, changed.get());
    }
    return changed.isPresent() && !isLost();
  }

  private void use(TypeFacts present, Set<ModuleID> modules) {
    facts = present;
    types.use(present);
    Set<ClassID> classes = new LinkedHashSet<>();
    Set<FunctionID> functions = new LinkedHashSet<>();
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
    deduction.observeAgain(modules);
    classes.forEach(this::renew);
    functions.forEach(this::changed);
    deduction.settle();
  }

  // ---- asking

  /** How far types are loaded, by all that was taken in. */
  Levels levels() {
    return new Levels(facts, rules, observations, deduction, types);
  }

  Deduction deduction() {
    return deduction;
  }

  /** Whether something may follow about a TypeDef; any thread may ask. */
  boolean mayKnow(TypeKey definition) {
    return deduction.mayKnow(definition);
  }

  /** The answers for TypeDefs about which nothing follows; for any thread. */
  PlainLevels plainLevels() {
    return new PlainLevels(view, facts, rules);
  }

  /** Whether something is gone that was to last, so that all is to be worked out again. */
  boolean isLost() {
    return deduction.isLost();
  }

  // ---- following

  /** Takes in all that there is. */
  void begin() {
    view.classes().forEach(this::add);
    view.functions().filter(Following::isExecuting).forEach(this::add);
    deduction.settle();
  }

  /** Works out what follows from the changes since the last time. */
  void settle() {
    deduction.settle();
  }

  /** Takes in that something was learnt of a ClassID. */
  void changed(ClassID id) {
    renew(id);
    Set<RuntimeID> dependents = waiting.remove(id);
    if (dependents != null) {
      for (RuntimeID each : dependents) {
        if (each instanceof ClassID type) {
          renew(type);
        } else {
          changed((FunctionID) each);
        }
      }
    }
  }

  private void renew(ClassID id) {
    observations.takeBackBase(id).ifPresent(deduction::observeNamed);
    Optional<ClassFact> fact = observations.fact(id);
    if (fact.isEmpty()) {
      deduction.leave(id, Optional.empty());
      return;
    }
    RuntimeType type = observations.knownType(fact.get());
    Optional<RuntimeType> subject = types.subject(type);
    deduction.leave(id, subject);
    add(fact.get(), type, subject);
  }

  /** Takes in that something was learnt of a FunctionID. */
  void changed(FunctionID id) {
    deduction.observe(new OfMethod(id));
    observations.fact(id).filter(Following::isExecuting).ifPresent(this::awaitParts);
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
    if (subject.isPresent()) {
      observations.add(subject.get(), fact.id());
      deduction.observe(fact, subject.get());
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

  /** Only the ID of the base type was reported; the metadata has the rest. */
  private void addBase(ClassFact derived, RuntimeType type, ClassID parent) {
    types
        .description(type)
        .flatMap(TypeDescription::base)
        .map(base -> base.substitute(type.components()))
        .flatMap(types::subject)
        .ifPresent(
            base -> {
              observations.name(base, derived.id(), parent);
              deduction.observeNamed(base);
            });
  }

  private void add(FunctionFact fact) {
    deduction.observe(new OfMethod(fact.id()));
    awaitParts(fact);
  }

  private static boolean isExecuting(FunctionFact fact) {
    return fact.evidence().stream().anyMatch(each -> each.isObservedAs(EvidenceKind.EXECUTING));
  }

  private void awaitParts(FunctionFact method) {
    ClassID declaring = method.shape().declaringClass();
    if (!declaring.isNone()) {
      await(observations.typeOf(declaring), method.id());
    }
    method.shape().typeArguments().forEach(each -> await(observations.typeOf(each), method.id()));
  }

  /** Of a type that has too many parts, or itself as a part, any part may be what is wrong. */
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
    if (type instanceof Undescribed unknown) {
      await(unknown.id(), source);
    }
    for (RuntimeType component : type.components()) {
      await(component, source);
    }
  }
}
