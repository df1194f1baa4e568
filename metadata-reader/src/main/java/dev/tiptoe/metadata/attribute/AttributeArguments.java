// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import java.util.List;

/**
 * The arguments of a custom attribute: all of them, or those before an enum of unknown size. The
 * size of such a value is unknown, and so is the place of the rest.
 */
public sealed interface AttributeArguments
    permits AttributeArguments.Complete, AttributeArguments.Incomplete {

  /** Returns the arguments of the constructor, in order. */
  List<Argument> fixed();

  /** Returns the fields and properties that are set, in the order of the blob. */
  List<NamedArgument> named();

  /**
   * All arguments.
   *
   * @param fixed the arguments of the constructor
   * @param named the fields and properties
   */
  record Complete(List<Argument> fixed, List<NamedArgument> named) implements AttributeArguments {

    /** Copies the lists. */
    public Complete {
      fixed = List.copyOf(fixed);
      named = List.copyOf(named);
    }
  }

  /**
   * The arguments before the first that could not be decoded.
   *
   * @param fixed arguments of the constructor
   * @param named fields and properties; empty when an argument of the constructor is missing
   * @param unresolved the enum whose underlying type is not known
   */
  record Incomplete(List<Argument> fixed, List<NamedArgument> named, SerializedTypeName unresolved)
      implements AttributeArguments {

    /** Copies the lists. */
    public Incomplete {
      fixed = List.copyOf(fixed);
      named = List.copyOf(named);
    }
  }
}
