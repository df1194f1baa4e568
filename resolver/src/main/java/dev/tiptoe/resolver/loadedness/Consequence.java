// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Unresolved;

/**
 * A conclusion of a rule about one type, from another type or a method.
 *
 * @param type the type that it is about
 * @param strength how much of the premise's level it has
 * @param relation how the two are related, ending before the name of the premise: "is the base type
 *     of"
 * @param isWhole whether the type is named with all that was sought; if not, more may be known of
 *     it when other modules are loaded
 */
record Consequence(RuntimeType type, Strength strength, String relation, boolean isWhole) {

  /** Creates a conclusion about a type as it is named. */
  Consequence(RuntimeType type, Strength strength, String relation) {
    this(type, strength, relation, !type.contains(Unresolved.class));
  }
}
