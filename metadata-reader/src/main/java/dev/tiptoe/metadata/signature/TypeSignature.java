// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A type as signatures compose it. Immutable; equal when composed of the same parts.
 *
 * <p>Tokens belong to the module of the signature, so only types of one module can be compared.
 * {@code toString} follows ILAsm, with tokens in the place of names.
 *
 * @ecma II.23.2.12
 */
public sealed interface TypeSignature
    permits PrimitiveType,
        TypeSignature.Named,
        TypeSignature.TypeParameter,
        TypeSignature.MethodParameter,
        TypeSignature.GenericInstance,
        TypeSignature.FunctionPointer,
        TypeSignature.SzArray,
        TypeSignature.GeneralArray,
        TypeSignature.Pointer,
        TypeSignature.ByRef,
        TypeSignature.Modified,
        TypeSignature.Pinned {

  /**
   * The type that the blob of a TypeSpec is.
   *
   * @throws MetadataFormatException when it is damaged
   */
  static TypeSignature of(Bytes blob) {
    return SignatureReader.read(blob, SignatureReader::type);
  }

  /**
   * A type that has a row.
   *
   * @param token a TypeDef, TypeRef or TypeSpec
   * @param valueType whether the signature calls it a value type
   */
  record Named(Token token, boolean valueType) implements TypeSignature {
    @Override
    public String toString() {
      return (valueType ? "valuetype " : "class ") + token;
    }
  }

  /**
   * A parameter of the generic type.
   *
   * @param number from 0
   */
  record TypeParameter(int number) implements TypeSignature {
    @Override
    public String toString() {
      return "!" + number;
    }
  }

  /**
   * A parameter of the generic method.
   *
   * @param number from 0
   */
  record MethodParameter(int number) implements TypeSignature {
    @Override
    public String toString() {
      return "!!" + number;
    }
  }

  /**
   * An instantiation of a generic type.
   *
   * @param type the generic type: a {@link Named}, possibly modified
   * @param arguments its type arguments
   */
  record GenericInstance(TypeSignature type, List<TypeSignature> arguments)
      implements TypeSignature {

    /** An instantiation that keeps a copy of the list. */
    public GenericInstance {
      arguments = List.copyOf(arguments);
    }

    @Override
    public String toString() {
      return type + listed("<", arguments, ">");
    }
  }

  /**
   * A function pointer.
   *
   * @param method what it points to
   */
  record FunctionPointer(MethodSignature method) implements TypeSignature {
    @Override
    public String toString() {
      return "method " + method;
    }
  }

  /**
   * A vector: an array of one dimension whose lower bound is zero.
   *
   * @param element of what
   */
  record SzArray(TypeSignature element) implements TypeSignature {
    @Override
    public String toString() {
      return element + "[]";
    }
  }

  /**
   * An array of any rank and bounds.
   *
   * @param element of what
   * @param shape rank, sizes and lower bounds
   */
  record GeneralArray(TypeSignature element, ArrayShape shape) implements TypeSignature {
    @Override
    public String toString() {
      return element.toString() + shape;
    }
  }

  /**
   * An unmanaged pointer.
   *
   * @param target to what
   */
  record Pointer(TypeSignature target) implements TypeSignature {
    @Override
    public String toString() {
      return target + "*";
    }
  }

  /**
   * A managed reference.
   *
   * @param target to what
   */
  record ByRef(TypeSignature target) implements TypeSignature {
    @Override
    public String toString() {
      return target + "&";
    }
  }

  /**
   * A type that carries a custom modifier.
   *
   * @param type the type, which may carry more of them
   * @param modifier a TypeDef, TypeRef or TypeSpec
   * @param required whether it may not be ignored
   */
  record Modified(TypeSignature type, Token modifier, boolean required) implements TypeSignature {
    @Override
    public String toString() {
      return type + (required ? " modreq(" : " modopt(") + modifier + ")";
    }
  }

  /**
   * A type of a local that the collector must not move.
   *
   * @param type the type of what is pinned
   */
  record Pinned(TypeSignature type) implements TypeSignature {
    @Override
    public String toString() {
      return type + " pinned";
    }
  }

  /** Types as text, one after the other. */
  static String listed(String before, List<TypeSignature> types, String after) {
    return types.stream()
        .map(TypeSignature::toString)
        .collect(Collectors.joining(", ", before, after));
  }
}
