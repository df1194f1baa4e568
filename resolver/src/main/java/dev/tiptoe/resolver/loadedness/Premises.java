// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.Undescribed;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.Premise.OfMethod;
import dev.tiptoe.resolver.loadedness.Premise.OfType;
import dev.tiptoe.resolver.loadedness.TypeFacts.MethodDescription;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.FunctionFact;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Reads premises from observations, and applies the rules to them. For one thread. */
final class Premises {

  private final TypeForms types;
  private final Observations observations;
  private final WitnessedRules rules;
  private final Permanence permanence;
  private final boolean reportsBases;

  Premises(
      TypeForms types, Observations observations, WitnessedRules rules, Permanence permanence) {
    this.types = types;
    this.observations = observations;
    this.rules = rules;
    this.permanence = permanence;
    this.reportsBases = rules.has(BaseType.RULE);
  }

  // ---- what is observed

  /** How far a premise is known to be loaded by observation. */
  int rank(Premise premise) {
    return premise instanceof OfType of
        ? observations.rank(of.type())
        : executing(method(premise)).isPresent() ? Rank.USABLE : Rank.NONE;
  }

  /** What was observed of a premise, strongest first. */
  List<Evidence> evidence(Premise premise) {
    return premise instanceof OfType of
        ? observations.observed(of.type()).values().stream()
            .flatMap(List::stream)
            .sorted(Evidence.strongestFirst())
            .toList()
        : executing(method(premise)).flatMap(Premises::executing).stream().toList();
  }

  /** Whether what is observed of a premise stays true as long as the process lives. */
  boolean isPermanent(Premise premise) {
    return premise instanceof OfType of
        ? permanence.isPermanent(of.type()) && !observations.isNamed(of.type())
        : executing(method(premise)).filter(this::isPermanent).isPresent();
  }

  private boolean isPermanent(FunctionFact fact) {
    FunctionShape shape = fact.shape();
    return !shape.methodDef().isNil()
        && permanence.isPermanent(shape.module())
        && (shape.declaringClass().isNone()
            || permanence.isPermanent(observations.typeOf(shape.declaringClass())))
        && shape.typeArguments().stream()
            .map(observations::typeOf)
            .allMatch(permanence::isPermanent);
  }

  /** Whether a premise has to do with some modules: they define it or a part of it. */
  boolean isMadeOf(Premise premise, Set<ModuleID> modules) {
    return premise instanceof OfType of
        ? TypeForms.isMadeOf(of.type(), modules)
        : executing(method(premise)).filter(fact -> isMadeOf(fact, modules)).isPresent();
  }

  private boolean isMadeOf(FunctionFact fact, Set<ModuleID> modules) {
    FunctionShape shape = fact.shape();
    return modules.contains(shape.module())
        || Stream.concat(Stream.of(shape.declaringClass()), shape.typeArguments().stream())
            .anyMatch(id -> TypeForms.isMadeOf(observations.typeOf(id), modules));
  }

  String nameOf(Premise premise) {
    return premise instanceof OfType of
        ? types.nameOf(of.type())
        : executing(method(premise)).map(fact -> method(fact).name()).orElse("a method");
  }

  private static FunctionID method(Premise premise) {
    return ((OfMethod) premise).id();
  }

  private Optional<FunctionFact> executing(FunctionID id) {
    return observations.fact(id).filter(fact -> executing(fact).isPresent());
  }

  private static Optional<Evidence> executing(FunctionFact fact) {
    return fact.evidence().stream()
        .filter(each -> each.isObservedAs(EvidenceKind.EXECUTING))
        .findFirst();
  }

  // ---- what follows

  /**
   * The state of a premise.
   *
   * @param rank how far it is loaded by observation
   * @param conclusions what follows from it
   */
  record State(int rank, List<Conclusion> conclusions) {}

  List<Conclusion> conclusions(Premise premise) {
    return state(premise).conclusions();
  }

  State state(Premise premise) {
    return premise instanceof OfType of
        ? state(of.type(), observations.facts(of.type()))
        : executing(method(premise)).map(this::state).orElse(new State(Rank.NONE, List.of()));
  }

  /** The same of a type, given one of the facts about it. */
  State state(RuntimeType subject, ClassFact fact) {
    return state(subject, observations.facts(subject, fact));
  }

  private State state(RuntimeType subject, List<ClassFact> facts) {
    List<Conclusion> conclusions = new ArrayList<>();
    if (!types.isOpaque(subject)) {
      for (TypeRule rule : rules.types()) {
        add(rule.consequences(subject, types), true, conclusions);
      }
    }
    facts.forEach(fact -> byReport(fact, conclusions));
    return new State(observations.rank(subject, facts), conclusions);
  }

  private State state(FunctionFact executing) {
    List<Conclusion> conclusions = new ArrayList<>();
    KnownMethod method = method(executing);
    for (MethodRule rule : rules.methods()) {
      add(rule.consequences(method, types), true, conclusions);
    }
    return new State(Rank.USABLE, conclusions);
  }

  /** From the base type that the runtime reported. */
  private void byReport(ClassFact fact, List<Conclusion> conclusions) {
    ClassID parent = parent(fact);
    if (!parent.isNone() && reportsBases) {
      RuntimeType base = observations.knownType(parent);
      if (!(base instanceof Undescribed)) {
        boolean exact =
            fact.evidence().stream().anyMatch(each -> each.isObservedAs(EvidenceKind.ANNOUNCED));
        add(List.of(BaseType.consequence(base)), exact, conclusions);
      }
    }
  }

  static ClassID parent(ClassFact fact) {
    return fact.shape() instanceof ClassShape.Defined defined ? defined.parent() : new ClassID(0);
  }

  private void add(
      List<Consequence> consequences, boolean permanent, List<Conclusion> conclusions) {
    for (Consequence each : consequences) {
      types
          .subject(each.type())
          .ifPresent(
              subject ->
                  conclusions.add(new Conclusion(subject, each, permanent && each.isWhole())));
    }
  }

  // ---- methods

  private KnownMethod method(FunctionFact fact) {
    FunctionShape shape = fact.shape();
    Optional<MethodDescription> description = types.method(shape.module(), shape.methodDef());
    Optional<RuntimeType> declaring = declaring(shape.declaringClass(), description);
    return new KnownMethod(
        fact.id(),
        description.map(MethodDescription::name).orElseGet(() -> "method " + shape.methodDef()),
        description,
        declaring,
        declaring.filter(types::isExact).isEmpty(),
        shape.typeArguments().stream().map(observations::typeOf).toList());
  }

  /**
   * Returns the declaring type as the runtime reported it, or else from the metadata; for shared
   * code only the definition.
   */
  private Optional<RuntimeType> declaring(ClassID named, Optional<MethodDescription> description) {
    return !named.isNone() && observations.typeOf(named) instanceof Defined type
        ? Optional.of(types.isExact(type) ? type : new Defined(type.definition(), List.of()))
        : description.map(method -> new Defined(method.declaringType(), List.of()));
  }
}
