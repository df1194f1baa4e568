// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.reference;

import dev.tiptoe.resolver.reference.RuntimeType.MethodParameter;
import dev.tiptoe.resolver.reference.RuntimeType.TypeParameter;
import dev.tiptoe.resolver.reference.RuntimeType.Unresolved;
import java.util.List;

/**
 * The arguments of a generic type and method, to replace the parameters in a type written inside
 * them.
 *
 * <p>A result with more than {@link RuntimeType#MOST_PARTS} parts is replaced by one that is too
 * large, so types that double with each substitution do not fill the memory. Immutable.
 */
record Substitution(List<RuntimeType> ofType, List<RuntimeType> ofMethod) {

  RuntimeType in(RuntimeType type) {
    if (!type.contains(TypeParameter.class) && !type.contains(MethodParameter.class)) {
      return type;
    }
    return parts(type) > RuntimeType.MOST_PARTS
        ? new Unresolved(
            RuntimeType.Reason.TOO_LARGE, "more than " + RuntimeType.MOST_PARTS + " parts")
        : type.mapLeaves(this::argument);
  }

  private RuntimeType argument(RuntimeType leaf) {
    if (leaf instanceof TypeParameter parameter) {
      return parameter.number() < ofType.size() ? ofType.get(parameter.number()) : leaf;
    }
    return leaf instanceof MethodParameter parameter && parameter.number() < ofMethod.size()
        ? ofMethod.get(parameter.number())
        : leaf;
  }

  /** Returns how many parts the type will have; at most the product of two small numbers. */
  private int parts(RuntimeType type) {
    return type.components().isEmpty()
        ? argument(type).parts()
        : 1 + type.components().stream().mapToInt(this::parts).sum();
  }
}
