// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import java.util.List;

/** The rule from instantiations: an instantiation exists only after its type arguments. */
record TypeArgument() implements TypeRule {

  static final TypeArgument RULE = new TypeArgument();

  @Override
  public String statement() {
    return "The type arguments of a usable type are usable, those of any other are published.";
  }

  @Override
  public List<Consequence> consequences(RuntimeType type, TypeForms types) {
    return type instanceof Defined instance
        ? instance.typeArguments().stream()
            .map(argument -> new Consequence(argument, Strength.FULL, "is a type argument of"))
            .toList()
        : List.of();
  }
}
