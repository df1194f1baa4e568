// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

/**
 * An argument of an attribute. Immutable; equal when made of the same parts.
 *
 * @param type the type with which the value is encoded
 * @param value the value
 */
public record Argument(ArgumentType type, Value value) {

  /** Returns the value; for an enum with its type, since a number alone is not enough. */
  @Override
  public String toString() {
    return type instanceof ArgumentType.OfEnum ? "(" + type + ")" + value : value.toString();
  }
}
