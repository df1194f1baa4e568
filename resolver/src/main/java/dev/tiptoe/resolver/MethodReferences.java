// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.answer.MemberResolution;
import dev.tiptoe.resolver.answer.MemberResolution.Method;
import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Array;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.loadedness.TypeFacts;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdFilter;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.LookupAnswer;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import dev.tiptoe.resolver.map.LookupAnswer.NotSeen;
import dev.tiptoe.resolver.map.LookupAnswer.Reason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Maps references to methods to FunctionIDs: those that the instantiation in a MemberRef or
 * MethodSpec may have, shared code included. For any number of threads.
 */
final class MethodReferences {

  private final IdView ids;
  private final TypeFacts facts;
  private final Function<ClassID, RuntimeType> types;

  /**
   * Creates the mapping for the time of a view.
   *
   * @param types returns the type of a ClassID at that time
   */
  MethodReferences(IdView ids, TypeFacts facts, Function<ClassID, RuntimeType> types) {
    this.ids = ids;
    this.facts = facts;
    this.types = types;
  }

  /** Returns the FunctionIDs of the method that a reference was resolved to, as filtered. */
  LookupAnswer<FunctionID> of(
      ModuleID from, Token reference, MemberResolution resolution, IdFilter filter) {
    Optional<MemberResolution.Resolved> resolved = resolution.resolved();
    if (resolved.isPresent() && resolved.get().member() instanceof Method method) {
      return narrowed(
          ids.observedFunctionIDs(method.module().id(), method.token(), filter), resolved.get());
    }
    String why =
        resolved.isPresent()
            ? "it is no method with a row, but " + resolution.why()
            : resolution.why();
    return Moment.notResolved(ids, from, reference, why);
  }

  /** Returns those of the method's IDs that may be the instantiation. */
  private LookupAnswer<FunctionID> narrowed(
      LookupAnswer<FunctionID> all, MemberResolution.Resolved wanted) {
    List<FunctionFact> fitting =
        all.ids().stream()
            .flatMap(id -> ids.meaningOf(id).valid().stream())
            .filter(fact -> mayBe(fact, wanted))
            .toList();
    if (fitting.size() == all.ids().size()) {
      return all;
    }
    if (fitting.isEmpty()) {
      return new NotSeen<>(
          all.subject(), Reason.NOT_MET, "only other instantiations of it were recorded");
    }
    Map<EvidenceKind, Evidence.Observed> ofKind = new EnumMap<>(EvidenceKind.class);
    for (FunctionFact fact : fitting) {
      for (Evidence each : fact.evidence()) {
        if (each instanceof Evidence.Observed observed) {
          ofKind.merge(observed.kind(), observed, Evidence.Observed::earlier);
        }
      }
    }
    List<Evidence> evidence = List.copyOf(ofKind.values());
    List<FunctionID> found = fitting.stream().map(FunctionFact::id).toList();
    return new Loaded<>(all.subject(), Evidence.highest(evidence), found, evidence);
  }

  private boolean mayBe(FunctionFact fact, MemberResolution.Resolved wanted) {
    ClassID owner = fact.shape().declaringClass();
    boolean ofType =
        owner.isNone()
            ? isShareable(wanted.declaringType()) || isAnyShareable(wanted.methodArguments())
            : mayBe(types.apply(owner), wanted.declaringType());
    List<ClassID> arguments = fact.shape().typeArguments();
    // When they were not reported, they may be any.
    return ofType
        && (arguments.isEmpty()
            || mayBe(arguments.stream().map(types).toList(), wanted.methodArguments()));
  }

  private boolean mayBe(List<RuntimeType> met, List<RuntimeType> wanted) {
    if (met.size() != wanted.size()) {
      return wanted.isEmpty();
    }
    for (int i = 0; i < met.size(); i++) {
      if (!mayBe(met.get(i), wanted.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether an observed type is the referenced one, or the form that it shares code with.
   */
  private boolean mayBe(RuntimeType met, RuntimeType wanted) {
    if (met instanceof Canonical) {
      return !isValue(wanted);
    }
    if (met instanceof Defined one && wanted instanceof Defined other) {
      return one.definition().equals(other.definition())
          && mayBe(one.typeArguments(), other.typeArguments());
    }
    if (met instanceof Array one && wanted instanceof Array other) {
      return one.rank() == other.rank() && mayBe(one.element(), other.element());
    }
    return met.equals(wanted) || !isKnown(met) || !isKnown(wanted);
  }

  /** Returns whether code of a type may be shared with other instantiations. */
  private boolean isShareable(RuntimeType type) {
    return !(type instanceof Defined defined)
        || defined.typeArguments().isEmpty()
        || isAnyShareable(defined.typeArguments());
  }

  private boolean isAnyShareable(List<RuntimeType> arguments) {
    return arguments.stream()
        .anyMatch(
            each ->
                !isValue(each)
                    || (each instanceof Defined defined
                        && isAnyShareable(defined.typeArguments())));
  }

  private boolean isValue(RuntimeType type) {
    return type instanceof Defined defined
        && facts
            .type(defined.definition())
            .filter(each -> each.kind() != TypeFacts.Kind.REFERENCE)
            .isPresent();
  }

  private static boolean isKnown(RuntimeType type) {
    return type instanceof Defined || type instanceof Array || type instanceof Canonical;
  }
}
