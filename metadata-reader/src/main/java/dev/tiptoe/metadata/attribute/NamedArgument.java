// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

/**
 * A field or property of an attribute that is set by name. Immutable; equal when made of the same
 * parts.
 *
 * @param kind whether it is a field or a property
 * @param name its name
 * @param argument its type and value
 */
public record NamedArgument(Kind kind, String name, Argument argument) {

  /** The kinds of named arguments. */
  public enum Kind {
    /** A field. */
    FIELD,
    /** A property. */
    PROPERTY
  }

  @Override
  public String toString() {
    return name + " = " + argument;
  }
}
