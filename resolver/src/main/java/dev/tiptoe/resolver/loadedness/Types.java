// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.loadedness.TypeFacts.MethodDescription;
import dev.tiptoe.resolver.loadedness.TypeFacts.TypeDescription;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.reference.TypeKey;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the rules ask: the types that were met, by ClassID and by TypeDef, and their metadata, each
 * read once. Of one time; for one thread.
 */
final class Types {

  private final Map<ClassID, ClassShape> met;
  private final Map<TypeKey, List<ClassFact>> byKey;
  private final TypeFacts facts;
  private final Map<TypeKey, Optional<TypeDescription>> descriptions = new HashMap<>();

  private Types(
      Map<ClassID, ClassShape> met, Map<TypeKey, List<ClassFact>> byKey, TypeFacts facts) {
    this.met = met;
    this.byKey = byKey;
    this.facts = facts;
  }

  static Types of(IdView view, TypeFacts facts) {
    List<ClassFact> classes = view.classes().toList();
    Map<ClassID, ClassShape> met =
        classes.stream().collect(Collectors.toMap(ClassFact::id, ClassFact::shape));
    Map<TypeKey, List<ClassFact>> byKey =
        classes.stream()
            .filter(type -> key(type.shape()).isPresent())
            .collect(Collectors.groupingBy(type -> key(type.shape()).orElseThrow()));
    return new Types(met, byKey, facts);
  }

  /** The types that were met and have a TypeDef. */
  Set<TypeKey> all() {
    return byKey.keySet();
  }

  /** The metadata of a type. */
  Optional<TypeDescription> description(TypeKey type) {
    return descriptions.computeIfAbsent(type, facts::type);
  }

  /** The metadata of a method. */
  Optional<MethodDescription> description(FunctionShape function) {
    return facts.method(function.module(), function.methodDef());
  }

  /** The TypeDef of a ClassID; empty for arrays, composites, and IDs that were not met. */
  Optional<TypeKey> keyOf(ClassID id) {
    return Optional.ofNullable(met.get(id)).flatMap(Types::key);
  }

  /** The base types that the runtime named for a TypeDef: one for each instantiation, at most. */
  List<ClassID> parentsOf(TypeKey type) {
    return byKey.getOrDefault(type, List.of()).stream()
        .map(each -> ((ClassShape.Defined) each.shape()).parent())
        .filter(parent -> !parent.isNone())
        .distinct()
        .toList();
  }

  /** The full name, or what identifies the type where it has no name here. */
  String nameOf(TypeKey type) {
    return description(type)
        .map(TypeDescription::name)
        .orElseGet(() -> type.typeDef() + " in " + type.module());
  }

  /**
   * Whether a ClassID is known to be a type of its own and not a canonical form: none of its type
   * arguments, however deep, is {@code System.__Canon}.
   */
  boolean isExact(ClassID id) {
    Set<ClassID> seen = new HashSet<>();
    Deque<ClassID> parts = new ArrayDeque<>(parts(id));
    boolean exact = met.containsKey(id);
    while (exact && !parts.isEmpty()) {
      ClassID part = parts.remove();
      if (seen.add(part)) {
        exact = isNoStandIn(part);
        parts.addAll(parts(part));
      }
    }
    return exact;
  }

  private boolean isNoStandIn(ClassID part) {
    return met.get(part) instanceof ClassShape.Array
        || keyOf(part).flatMap(this::description).filter(type -> !type.canonical()).isPresent();
  }

  private List<ClassID> parts(ClassID id) {
    ClassShape shape = met.get(id);
    if (shape instanceof ClassShape.Array array) {
      return List.of(array.element());
    }
    return shape instanceof ClassShape.Defined defined ? defined.typeArguments() : List.of();
  }

  private static Optional<TypeKey> key(ClassShape shape) {
    return shape instanceof ClassShape.Defined defined
        ? Optional.of(new TypeKey(defined.module(), defined.typeDef()))
        : Optional.empty();
  }
}
