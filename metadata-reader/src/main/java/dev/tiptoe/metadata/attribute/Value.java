// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A value in metadata. Immutable; equal when composed of the same parts. {@code toString} follows
 * C#.
 *
 * @ecma II.23.3
 */
public sealed interface Value permits ConstantValue, Value.OfType, Value.OfArray, Value.Boxed {

  /**
   * A type, as the result of {@code typeof}.
   *
   * @param name its name as in the blob; see {@link SerializedTypeName#parse}
   */
  record OfType(String name) implements Value {
    @Override
    public String toString() {
      return "typeof(" + name + ")";
    }
  }

  /**
   * A vector.
   *
   * @param elements its elements
   */
  record OfArray(List<Value> elements) implements Value {

    /** Copies the list. */
    public OfArray {
      elements = List.copyOf(elements);
    }

    @Override
    public String toString() {
      return elements.stream().map(Value::toString).collect(Collectors.joining(", ", "{", "}"));
    }
  }

  /**
   * A value of an {@code object}, with its own type.
   *
   * @param argument its type and value
   */
  record Boxed(Argument argument) implements Value {
    @Override
    public String toString() {
      return argument.toString();
    }
  }
}
