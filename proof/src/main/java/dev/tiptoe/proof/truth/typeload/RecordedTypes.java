// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import static com.google.common.collect.ImmutableSetMultimap.flatteningToImmutableSetMultimap;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.SetMultimap;
import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How far each type was loaded by the runtime's record. Immutable once created.
 *
 * <p>The record has names and IDs of types, not their tokens. The ID determines the TypeDef where
 * the agent recorded it; otherwise the name does, if only one loaded module has a type of that
 * name. An open generic type has a name like an instantiation, and an ID that no agent records, so
 * of generic types only instantiations with known IDs are certain.
 */
final class RecordedTypes {

  private final TypeDefs typeDefs;
  private final Clocks clocks;
  private final SetMultimap<ClassID, TypeKey> inTrace;
  private final ListMultimap<ClassID, TypeLoad> byID = ArrayListMultimap.create();
  private final ListMultimap<TypeKey, TypeLoad> ofPlainTypes = ArrayListMultimap.create();
  private final Map<TypeKey, Level> sure = new HashMap<>();
  private final Map<TypeKey, Level> perhaps = new HashMap<>();

  RecordedTypes(TypeLoads record, Clocks clocks, RuntimeIdMap map, TypeDefs typeDefs) {
    this.typeDefs = typeDefs;
    this.clocks = clocks;
    inTrace =
        map.history()
            .classes()
            .collect(flatteningToImmutableSetMultimap(ClassFact::id, type -> keyOf(type).stream()));
    record.loads().forEach(this::add);
  }

  private void add(TypeLoad load) {
    byID.put(load.type(), load);
    List<TypeKey> named =
        typeDefs.named(load.name()).stream().filter(type -> canBe(type, load)).toList();
    Set<TypeKey> meant = inTrace.get(load.type());
    List<TypeKey> both = named.stream().filter(meant::contains).toList();
    if (!both.isEmpty()) {
      both.forEach(type -> raise(type, load));
    } else if (named.size() == 1 && isPlain(named.get(0), load)) {
      raise(named.get(0), load);
    } else {
      named.forEach(type -> raise(perhaps, type, load.level()));
    }
  }

  /** Returns whether the ID of the type's module meant that module already. */
  private boolean canBe(TypeKey type, TypeLoad load) {
    return load.ended() >= clocks.earliestTicks(typeDefs.since(type.module()));
  }

  private void raise(TypeKey type, TypeLoad load) {
    raise(sure, type, load.level());
    if (isPlain(type, load)) {
      ofPlainTypes.put(type, load);
    }
  }

  /** Returns whether it is a type without type arguments. */
  private boolean isPlain(TypeKey type, TypeLoad load) {
    return typeDefs.nameOf(type).equals(load.name());
  }

  private static void raise(Map<TypeKey, Level> levels, TypeKey type, Level level) {
    levels.merge(type, level, (one, other) -> one.compareTo(other) > 0 ? one : other);
  }

  /** Returns the TypeDef of a type that has one. */
  static Optional<TypeKey> keyOf(ClassFact type) {
    return type.shape() instanceof ClassShape.Defined defined && !defined.typeDef().isNil()
        ? Optional.of(new TypeKey(defined.module(), defined.typeDef()))
        : Optional.empty();
  }

  /** Returns how far a type, or some instantiation of it, was loaded. */
  Optional<Level> levelOf(TypeKey type) {
    return Optional.ofNullable(sure.get(type));
  }

  /** Returns the same, assuming that the record means this type where it may mean several. */
  Optional<Level> possibleLevelOf(TypeKey type) {
    return Optional.ofNullable(perhaps.get(type));
  }

  /** Returns the types that were loaded at least that far. */
  List<TypeKey> loadedTo(Level level) {
    return sure.entrySet().stream()
        .filter(type -> type.getValue().compareTo(level) >= 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Returns all loads of a type; none for a generic one. */
  List<TypeLoad> loadsOf(TypeKey type) {
    return Collections.unmodifiableList(ofPlainTypes.get(type));
  }

  /**
   * Returns the loads of an ID before some ticks: those of the newest type with the ID, latest
   * first.
   */
  List<TypeLoad> loadsOf(ClassID id, long before) {
    List<TypeLoad> loads = new ArrayList<>(byID.get(id));
    loads.removeIf(load -> load.began() >= before);
    loads.sort((one, other) -> Long.compare(other.began(), one.began()));
    return loads.isEmpty()
        ? loads
        : loads.stream().filter(load -> load.name().equals(loads.get(0).name())).toList();
  }

  /** Returns whether an ID was another type's than that of a name between some ticks. */
  boolean isOther(ClassID id, String name, long from, long to) {
    return byID.get(id).stream()
        .filter(load -> from < load.began() && load.ended() < to)
        .anyMatch(load -> !load.isNamed(name));
  }
}
