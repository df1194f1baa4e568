// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.answer.RuntimeType.Undescribed;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.reference.ClassTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the observations of types from a view of the map. For one thread.
 *
 * <p>Two things are kept beside the map: the ClassIDs of instantiations and arrays, and the base
 * types of which only the ClassID was reported.
 */
final class Observations {

  /**
   * A ClassID that was only named as a base type.
   *
   * @param derived by which type
   * @param id the ClassID
   */
  private record Named(ClassID derived, ClassID id) {}

  private final IdView view;
  private final TypeForms types;
  private final TypeIds composed = new TypeIds();
  private final Map<RuntimeType, Set<Named>> named = new HashMap<>();
  private final Map<ClassID, RuntimeType> namedBy = new HashMap<>();

  Observations(IdView view, TypeForms types) {
    this.view = view;
    this.types = types;
  }

  IdView view() {
    return view;
  }

  // ---- from IDs

  Optional<ClassFact> fact(ClassID id) {
    return view.meaningOf(id).valid();
  }

  Optional<FunctionFact> fact(FunctionID id) {
    return view.meaningOf(id).valid();
  }

  /** The type with a ClassID. */
  RuntimeType typeOf(ClassID id) {
    Optional<ClassFact> fact = fact(id);
    return fact.isPresent() ? typeOf(fact.get()) : new Undescribed(id);
  }

  private RuntimeType typeOf(ClassFact fact) {
    if (fact.shape() instanceof ClassShape.Defined defined && defined.typeArguments().isEmpty()) {
      TypeKey key = new TypeKey(defined.module(), defined.typeDef());
      boolean isCanonical = types.canonical().isPresent() && types.canonical().get().equals(key);
      return isCanonical ? new Canonical() : new Defined(key, List.of());
    }
    return ClassTypes.of(view, types.canonical()).typeOf(fact.id());
  }

  /** The type with a ClassID; the ID itself when the type is not wholly known. */
  RuntimeType knownType(ClassID id) {
    return TypeForms.known(id, typeOf(id));
  }

  RuntimeType knownType(ClassFact fact) {
    return TypeForms.known(fact.id(), typeOf(fact));
  }

  /** The form in which the type of a fact is kept in mind. */
  Optional<RuntimeType> subject(ClassFact fact) {
    return types.subject(knownType(fact));
  }

  private Optional<RuntimeType> subject(ClassID id) {
    return fact(id).flatMap(this::subject);
  }

  // ---- from types

  /** Takes in that an ID has a type. */
  void add(RuntimeType subject, ClassID id) {
    if (!subject.components().isEmpty()) {
      composed.add(subject, id, (hash, other) -> !isOf(other, hash));
    }
  }

  private boolean isOf(ClassID id, int hash) {
    return subject(id).filter(type -> TypeIds.hash(type) == hash).isPresent();
  }

  /** Passes the IDs of the instantiations and arrays that have to do with some modules. */
  void forEachComposed(Set<ModuleID> modules, Consumer<ClassID> action) {
    composed.forEach(
        id -> {
          if (TypeForms.isMadeOf(typeOf(id), modules)) {
            action.accept(id);
          }
        });
  }

  /** Takes in that a type was named as the base type of another, by an ID that is not described. */
  void name(RuntimeType subject, ClassID derived, ClassID id) {
    named.computeIfAbsent(subject, any -> new LinkedHashSet<>()).add(new Named(derived, id));
    namedBy.put(derived, subject);
  }

  /** Takes back which base type a type has. Returns the base type, if there was one. */
  Optional<RuntimeType> takeBackBase(ClassID derived) {
    RuntimeType subject = namedBy.isEmpty() ? null : namedBy.remove(derived);
    if (subject != null) {
      named.computeIfPresent(subject, (any, all) -> without(derived, all));
    }
    return Optional.ofNullable(subject);
  }

  private static @Nullable Set<Named> without(ClassID derived, Set<Named> all) {
    all.removeIf(each -> each.derived().equals(derived));
    return all.isEmpty() ? null : all;
  }

  /** Whether another type named a type as its base. */
  boolean isNamed(RuntimeType subject) {
    return named.containsKey(subject);
  }

  /** The facts about a type, in the order of their beginnings. */
  List<ClassFact> facts(RuntimeType subject) {
    return facts(subject, null);
  }

  /** The same, where one of them is known. */
  List<ClassFact> facts(RuntimeType subject, @Nullable ClassFact known) {
    List<ClassFact> facts = new ArrayList<>(1);
    forEachId(subject, id -> addIfOf(subject, id, known, facts));
    if (facts.size() > 1) {
      facts.sort(Comparator.comparingLong(fact -> fact.interval().from()));
    }
    return facts;
  }

  /** Passes the IDs that a type may have. */
  private void forEachId(RuntimeType subject, Consumer<ClassID> action) {
    if (subject instanceof Undescribed unknown) {
      action.accept(unknown.id());
    } else if (subject instanceof Defined defined && defined.typeArguments().isEmpty()) {
      view.forEachClassID(defined.definition().module(), defined.definition().typeDef(), action);
    } else {
      composed.forEach(subject, action);
    }
  }

  private void addIfOf(
      RuntimeType subject, ClassID id, @Nullable ClassFact known, List<ClassFact> facts) {
    if (known != null && known.id().equals(id)) {
      facts.add(known);
      return;
    }
    fact(id)
        .filter(fact -> subject(fact).filter(subject::equals).isPresent())
        .ifPresent(facts::add);
  }

  /** How far a type is loaded, as facts and names show. */
  int rank(RuntimeType subject, List<ClassFact> facts) {
    int rank = isNamed(subject) ? Rank.PUBLISHED : Rank.NONE;
    for (ClassFact fact : facts) {
      rank = Math.max(rank, Rank.of(fact.evidence()));
    }
    return rank;
  }

  /** How far a type is loaded, as observed. */
  int rank(RuntimeType subject) {
    return rank(subject, facts(subject));
  }

  /** What was observed of a type, by ClassIDs. */
  Map<ClassID, List<Evidence>> observed(RuntimeType subject) {
    Map<ClassID, List<Evidence>> observed = new LinkedHashMap<>();
    facts(subject).forEach(fact -> observed.put(fact.id(), fact.evidence()));
    named(subject).forEach((id, seen) -> observed.putIfAbsent(id, List.of(seen)));
    return observed;
  }

  /** The ClassIDs that were only named as those of a base type, each with how it is known. */
  Map<ClassID, Evidence> named(RuntimeType subject) {
    Map<ClassID, Evidence> found = new LinkedHashMap<>();
    for (Named each : named.getOrDefault(subject, Set.of())) {
      fact(each.derived())
          .map(fact -> new Evidence.Observed(EvidenceKind.PARENT, fact.interval().from()))
          .ifPresent(evidence -> found.putIfAbsent(each.id(), evidence));
    }
    return found;
  }
}
