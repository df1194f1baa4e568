// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

/**
 * A field or property of an attribute that is set by name. Immutable; equal when made of the same
 * parts.
 *
 * @param kind which of the two
 * @param name its name
 * @param argument type and value
 */
public record NamedArgument(Kind kind, String name, Argument argument) {

  /** What is set. */
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
