// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.signature.PrimitiveType;

/**
 * The type of an attribute's argument; ECMA-335 allows few. Immutable; equal when composed of the
 * same parts.
 *
 * @ecma II.23.3
 */
public sealed interface ArgumentType
    permits ArgumentType.OfPrimitive,
        ArgumentType.OfSystemType,
        ArgumentType.OfEnum,
        ArgumentType.OfArray {

  /**
   * A scalar, {@code string} or {@code object}.
   *
   * @param type one of {@code BOOLEAN} to {@code STRING}, or {@code OBJECT}
   */
  record OfPrimitive(PrimitiveType type) implements ArgumentType {

    /** Checks that an argument can have the type. */
    public OfPrimitive {
      if (!isArgument(type)) {
        throw new IllegalArgumentException("no argument is a " + type);
      }
    }

    static boolean isArgument(PrimitiveType type) {
      return Scalar.has(type) || type == PrimitiveType.STRING || type == PrimitiveType.OBJECT;
    }

    @Override
    public String toString() {
      return type.fullName();
    }
  }

  /** {@code System.Type}. */
  enum OfSystemType implements ArgumentType {
    /** The only value. */
    SYSTEM_TYPE;

    @Override
    public String toString() {
      return "System.Type";
    }
  }

  /**
   * An enum.
   *
   * @param name its name
   * @param underlying the type of its values
   */
  record OfEnum(SerializedTypeName name, PrimitiveType underlying) implements ArgumentType {

    /** Checks that the values are scalars. */
    public OfEnum {
      if (!Scalar.has(underlying)) {
        throw new IllegalArgumentException("no enum is made of " + underlying);
      }
    }

    @Override
    public String toString() {
      return name.toString();
    }
  }

  /**
   * A vector.
   *
   * @param element the type of its elements, which are not vectors
   */
  record OfArray(ArgumentType element) implements ArgumentType {

    /** Checks that the elements are not vectors. */
    public OfArray {
      if (element instanceof OfArray) {
        throw new IllegalArgumentException("no argument is a vector of " + element);
      }
    }

    @Override
    public String toString() {
      return element + "[]";
    }
  }
}
