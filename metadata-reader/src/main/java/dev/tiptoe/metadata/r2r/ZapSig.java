// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;
import java.util.List;

/**
 * A type in a ReadyToRun signature: like that of ECMA-335 II.23.2, but each token has its module.
 * Immutable.
 *
 * <p>A module is a <em>module override index</em>: see {@link ReadyToRun#module}.
 */
public sealed interface ZapSig {

  /** The type argument that replaces every reference type in shared code. */
  record Canon() implements ZapSig {}

  /** A primitive: see {@link dev.tiptoe.metadata.signature.ElementType#primitiveName}. */
  record Primitive(int elementType) implements ZapSig {}

  /** The TypeDef, TypeRef or TypeSpec {@code token} of a module. */
  record Named(int module, Token token) implements ZapSig {}

  /** An instantiation of a generic type. */
  record GenericInstance(ZapSig type, List<ZapSig> arguments) implements ZapSig {
    /** Copies the list. */
    public GenericInstance {
      arguments = List.copyOf(arguments);
    }
  }

  /** The {@code number}-th parameter of the generic type. */
  record TypeParameter(int number) implements ZapSig {}

  /** The {@code number}-th parameter of the generic method. */
  record MethodParameter(int number) implements ZapSig {}

  /** A vector. */
  record SzArray(ZapSig element) implements ZapSig {}

  /** An array that is not a vector. */
  record GeneralArray(ZapSig element, int rank) implements ZapSig {}

  /** A pointer. */
  record Pointer(ZapSig target) implements ZapSig {}

  /** A reference. */
  record ByRef(ZapSig target) implements ZapSig {}

  /** A pointer to a function. */
  record FunctionPointer(ZapSig returnType, List<ZapSig> parameters) implements ZapSig {
    /** Copies the list. */
    public FunctionPointer {
      parameters = List.copyOf(parameters);
    }
  }

  /** Returns the generic type of an instantiation, or the type itself. */
  default ZapSig definition() {
    return this instanceof GenericInstance instance ? instance.type() : this;
  }
}
