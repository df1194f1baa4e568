// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.signature;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A type in a signature. Immutable; equal when composed of the same parts.
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
   * Reads the type in the blob of a TypeSpec.
   *
   * @throws MetadataFormatException when it is damaged
   */
  static TypeSignature of(Bytes blob) {
    return SignatureReader.read(blob, SignatureReader::type);
  }

  /**
   * A type with a row.
   *
   * @param token a TypeDef, TypeRef or TypeSpec
   * @param valueType whether the signature marks it as a value type
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

    /** Copies the list. */
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
   * @param method the signature of its target
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
   * @param element the type of its elements
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
   * @param element the type of its elements
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
   * @param target the type it points to
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
   * @param target the type it refers to
   */
  record ByRef(TypeSignature target) implements TypeSignature {
    @Override
    public String toString() {
      return target + "&";
    }
  }

  /**
   * A type with a custom modifier.
   *
   * @param type the type, which may have more modifiers
   * @param modifier a TypeDef, TypeRef or TypeSpec
   * @param required whether it must not be ignored
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
   * @param type the type of the pinned local
   */
  record Pinned(TypeSignature type) implements TypeSignature {
    @Override
    public String toString() {
      return type + " pinned";
    }
  }

  /** Returns types as text, one after the other. */
  static String listed(String before, List<TypeSignature> types, String after) {
    return types.stream()
        .map(TypeSignature::toString)
        .collect(Collectors.joining(", ", before, after));
  }
}
