// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import static java.util.Objects.requireNonNull;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;

/** The runtime's description of a ClassID. */
public sealed interface ClassShape {

  /**
   * A type with a TypeDef: a class, a struct, an interface, an enum, or an instantiation of one.
   *
   * @param module the module with the TypeDef
   * @param typeDef the token of the TypeDef
   * @param parent the base type; none for {@code System.Object}, for interfaces, and when it is not
   *     known
   * @param typeArguments empty when the type is not generic
   */
  record Defined(ModuleID module, Token typeDef, ClassID parent, List<ClassID> typeArguments)
      implements ClassShape {
    /** Copies the list. */
    public Defined {
      requireNonNull(module, "module");
      requireNonNull(typeDef, "typeDef");
      requireNonNull(parent, "parent");
      typeArguments = List.copyOf(typeArguments);
    }
  }

  /**
   * An array.
   *
   * @param element the type of its elements
   * @param elementType the same as a {@code CorElementType}
   * @param rank 1 or more; 1 means the vector (SZ) type, as far as the runtime reports it
   */
  record Array(ClassID element, int elementType, int rank) implements ClassShape {

    /** Refuses null. */
    public Array {
      requireNonNull(element, "element");
    }
  }

  /** A pointer, by-ref, or function pointer; the runtime gives no details. */
  record Composite() implements ClassShape {}
}
