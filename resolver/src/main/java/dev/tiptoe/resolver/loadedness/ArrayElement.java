// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Array;
import java.util.List;

/** The rule from arrays: an array type exists only after the type of its elements. */
record ArrayElement() implements TypeRule {

  static final ArrayElement RULE = new ArrayElement();

  @Override
  public String statement() {
    return "The type of an array's elements is published.";
  }

  @Override
  public List<Consequence> consequences(RuntimeType type, TypeForms types) {
    return type instanceof Array array
        ? List.of(
            new Consequence(array.element(), Strength.LAYOUT, "is the type of the elements of"))
        : List.of();
  }
}
