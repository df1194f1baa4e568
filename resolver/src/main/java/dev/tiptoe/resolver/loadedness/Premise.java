// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.id.FunctionID;

/** A premise of rules. Immutable. */
sealed interface Premise {

  /**
   * A type.
   *
   * @param type in the form in which {@link TypeForms#subject} has it
   */
  record OfType(RuntimeType type) implements Premise {}

  /**
   * A method that was executing.
   *
   * @param id its FunctionID
   */
  record OfMethod(FunctionID id) implements Premise {}
}
