// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.reference.RuntimeType.Array;
import dev.tiptoe.resolver.reference.RuntimeType.Canonical;
import dev.tiptoe.resolver.reference.RuntimeType.Defined;
import dev.tiptoe.resolver.reference.RuntimeType.Undescribed;
import dev.tiptoe.resolver.reference.RuntimeType.Unresolved;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Maps the ClassIDs of one time to their types.
 *
 * <p>Type arguments are those that the runtime reported, to any depth. A type that is made of
 * itself, or of more than {@link RuntimeType#MOST_PARTS} parts, as a forged trace can claim, is
 * unresolved from there on. Not thread-safe. Caches each requested type in some 100 bytes.
 */
public final class ClassTypes {

  private final IdView view;
  private final Optional<TypeKey> canonical;
  private final Map<ClassID, RuntimeType> known = new HashMap<>();

  private ClassTypes(IdView view, Optional<TypeKey> canonical) {
    this.view = view;
    this.canonical = canonical;
  }

  /**
   * Returns the ClassIDs of a view.
   *
   * @param canonical the type {@code System.__Canon}
   */
  public static ClassTypes of(IdView view, Optional<TypeKey> canonical) {
    return new ClassTypes(view, canonical);
  }

  /** Returns the type with a ClassID. */
  public RuntimeType typeOf(ClassID id) {
    RuntimeType type = known.get(id);
    return type != null ? type : find(id);
  }

  /** Works depth-first without recursion: first the components of a type, then the type. */
  private RuntimeType find(ClassID wanted) {
    Deque<ClassID> path = new ArrayDeque<>(List.of(wanted));
    Set<ClassID> begun = new HashSet<>();
    while (!path.isEmpty()) {
      ClassID id = path.element();
      if (known.containsKey(id)) {
        path.remove();
      } else if (begun.add(id)) {
        components(id).stream()
            .filter(part -> !known.containsKey(part) && !begun.contains(part))
            .forEach(path::push);
      } else {
        known.put(path.remove(), make(id));
      }
    }
    return known.getOrDefault(wanted, new Undescribed(wanted));
  }

  private RuntimeType make(ClassID id) {
    Optional<ClassShape> shape = shape(id);
    List<RuntimeType> parts = components(id).stream().map(this::component).toList();
    if (1 + parts.stream().mapToInt(RuntimeType::parts).sum() > RuntimeType.MOST_PARTS) {
      return new Unresolved(
          RuntimeType.Reason.TOO_LARGE, id + " has more than " + RuntimeType.MOST_PARTS + " parts");
    }
    if (shape.isPresent() && shape.get() instanceof ClassShape.Defined defined) {
      TypeKey key = new TypeKey(defined.module(), defined.typeDef());
      return canonical.filter(key::equals).isPresent() ? new Canonical() : new Defined(key, parts);
    }
    // Two arrays with unknown elements need not be the same type.
    return shape.isPresent()
            && shape.get() instanceof ClassShape.Array array
            && !array.element().isNone()
        ? new Array(parts.get(0), array.rank(), array.rank() == 1)
        : new Undescribed(id);
  }

  /** Returns a component. One that is still being made is a component of itself. */
  private RuntimeType component(ClassID id) {
    RuntimeType type = known.get(id);
    return type != null
        ? type
        : new Unresolved(RuntimeType.Reason.CIRCULAR, id + " is made of itself");
  }

  private List<ClassID> components(ClassID id) {
    Optional<ClassShape> shape = shape(id);
    if (shape.isPresent() && shape.get() instanceof ClassShape.Defined defined) {
      return defined.typeArguments();
    }
    return shape.isPresent() && shape.get() instanceof ClassShape.Array array
        ? List.of(array.element())
        : List.of();
  }

  private Optional<ClassShape> shape(ClassID id) {
    return view.meaningOf(id).valid().map(ClassFact::shape);
  }
}
