// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.reference.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.reference.RuntimeType.Unresolved;
import dev.tiptoe.resolver.reference.RuntimeType.Why;
import java.util.List;

/**
 * The arguments of a generic type, put where a type written inside it names its parameters.
 *
 * <p>What would have more than {@link RuntimeType#MOST_PARTS} is answered as too large, so types
 * that double with each substitution do not fill the memory. Immutable.
 */
record Substitution(List<RuntimeType> arguments) {

  RuntimeType in(RuntimeType type) {
    if (!type.contains(TypeParameter.class)) {
      return type;
    }
    return parts(type) > RuntimeType.MOST_PARTS
        ? new Unresolved(Why.TOO_LARGE, "more than " + RuntimeType.MOST_PARTS + " parts")
        : type.mapLeaves(this::argument);
  }

  private RuntimeType argument(RuntimeType leaf) {
    return leaf instanceof TypeParameter parameter && parameter.number() < arguments.size()
        ? arguments.get(parameter.number())
        : leaf;
  }

  /** How many parts the type will have; at most the product of two small numbers. */
  private int parts(RuntimeType type) {
    return type instanceof TypeParameter
        ? argument(type).parts()
        : 1 + type.components().stream().mapToInt(this::parts).sum();
  }
}
