// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import java.util.List;

/**
 * The arguments of a custom attribute: all of them, or those before an enum of unknown size. How
 * many bytes a value of it takes is then unknown too, and with it where the rest begins.
 */
public sealed interface AttributeArguments
    permits AttributeArguments.Complete, AttributeArguments.Incomplete {

  /** The arguments of the constructor, in order. */
  List<Argument> fixed();

  /** The fields and properties that are set, in the order of the blob. */
  List<NamedArgument> named();

  /**
   * All arguments.
   *
   * @param fixed the arguments of the constructor
   * @param named the fields and properties
   */
  record Complete(List<Argument> fixed, List<NamedArgument> named) implements AttributeArguments {

    /** An answer that keeps copies of the lists. */
    public Complete {
      fixed = List.copyOf(fixed);
      named = List.copyOf(named);
    }
  }

  /**
   * The arguments before the first that could not be decoded.
   *
   * @param fixed arguments of the constructor
   * @param named fields and properties; empty, as long as one of the constructor is missing
   * @param unresolved the enum whose underlying type nobody knows
   */
  record Incomplete(List<Argument> fixed, List<NamedArgument> named, SerializedTypeName unresolved)
      implements AttributeArguments {

    /** An answer that keeps copies of the lists. */
    public Incomplete {
      fixed = List.copyOf(fixed);
      named = List.copyOf(named);
    }
  }
}
