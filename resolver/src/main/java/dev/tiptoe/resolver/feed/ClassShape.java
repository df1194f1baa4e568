// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.feed;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.ModuleID;
import java.util.List;

/** The runtime's description of a ClassID. */
public sealed interface ClassShape {

  /**
   * A type with a TypeDef: a class, a struct, an interface, an enum, or an instantiation of one.
   *
   * @param module where the TypeDef is
   * @param typeDef its token
   * @param parent the base type; none for {@code System.Object}, interfaces, and where it is not
   *     known
   * @param typeArguments empty when the type is not generic
   */
  record Defined(ModuleID module, Token typeDef, ClassID parent, List<ClassID> typeArguments)
      implements ClassShape {
    /** Copies the list. */
    public Defined {
      typeArguments = List.copyOf(typeArguments);
    }
  }

  /**
   * An array.
   *
   * @param element the type of its elements
   * @param elementType the same as a {@code CorElementType}
   * @param rank 1 or more; a rank-1 array here is the vector (SZ) type, as far as the runtime tells
   */
  record Array(ClassID element, int elementType, int rank) implements ClassShape {}

  /** A pointer, by-ref, or function pointer: the runtime tells no more than that it is one. */
  record Composite() implements ClassShape {}
}
