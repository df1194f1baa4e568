// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.loadedness.Finding.Observation;
import dev.tiptoe.resolver.loadedness.TypeFacts.MethodDescription;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.reference.ClassTypes;
import dev.tiptoe.resolver.reference.RuntimeType;
import dev.tiptoe.resolver.reference.RuntimeType.Defined;
import dev.tiptoe.resolver.reference.RuntimeType.Undescribed;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Adds what a map knows at one time to a deduction. For one thread. */
final class DeductionInput {

  private final Types types;
  private final ClassTypes classTypes;
  private final Deduction deduction;

  DeductionInput(Types types, ClassTypes classTypes, Deduction deduction) {
    this.types = types;
    this.classTypes = classTypes;
    this.deduction = deduction;
  }

  /** Adds all classes and functions of a view. */
  void addAll(IdView view) {
    view.classes().forEach(fact -> add(fact));
    view.functions().forEach(fact -> add(fact));
  }

  /**
   * Adds what was observed of a type, and the base type that the runtime reported. Returns the
   * types that this was about.
   */
  List<RuntimeType> add(ClassFact fact) {
    RuntimeType type = Types.known(fact.id(), classTypes);
    deduction.observe(type, fact.id(), new Observation(fact.id(), fact.evidence()));
    return fact.shape() instanceof ClassShape.Defined defined && !defined.parent().isNone()
        ? addBase(fact, type, defined.parent())
        : List.of(type);
  }

  private List<RuntimeType> addBase(ClassFact derived, RuntimeType type, ClassID parent) {
    RuntimeType base = Types.known(parent, classTypes);
    if (!(base instanceof Undescribed)) {
      deduction.observeBase(type, base, derived.id());
      return List.of(type, base);
    }
    // Only its ID was reported; the metadata has the rest.
    Evidence named = new Evidence.Observed(EvidenceKind.PARENT, derived.interval().from());
    Optional<RuntimeType> written =
        types
            .description(type)
            .flatMap(TypeDescription::base)
            .map(each -> each.substitute(type.components()));
    written.ifPresent(
        each -> deduction.observe(each, derived.id(), new Observation(parent, List.of(named))));
    return List.of(type, base, written.orElse(base));
  }

  /** Adds a method, if it was executing. Returns the types that this was about. */
  List<RuntimeType> add(FunctionFact fact) {
    fact.evidence().stream()
        .filter(each -> each.isObservedAs(EvidenceKind.EXECUTING))
        .findFirst()
        .ifPresent(executing -> deduction.observe(method(fact.id(), fact.shape()), executing));
    FunctionShape shape = fact.shape();
    return Stream.concat(
            Stream.of(shape.declaringClass()).filter(id -> !id.isNone()),
            shape.typeArguments().stream())
        .map(classTypes::typeOf)
        .toList();
  }

  private Method method(FunctionID id, FunctionShape shape) {
    Optional<MethodDescription> description = types.method(shape.module(), shape.methodDef());
    Optional<RuntimeType> declaring = declaring(shape.declaringClass(), description);
    return new Method(
        id,
        description.map(MethodDescription::name).orElseGet(() -> "method " + shape.methodDef()),
        description,
        declaring,
        declaring.filter(types::isExact).isEmpty(),
        shape.typeArguments().stream().map(classTypes::typeOf).toList());
  }

  /**
   * Returns the declaring type as the runtime reported it, or else from the metadata; for shared
   * code only the definition.
   */
  private Optional<RuntimeType> declaring(ClassID named, Optional<MethodDescription> description) {
    return !named.isNone() && classTypes.typeOf(named) instanceof Defined type
        ? Optional.of(types.isExact(type) ? type : new Defined(type.definition(), List.of()))
        : description.map(method -> new Defined(method.declaringType(), List.of()));
  }
}
