// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Array;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.id.ModuleID;

/**
 * Finds the modules and types that stay loaded as long as the process lives: the modules that
 * cannot be unloaded, and the types that are made of their types alone.
 */
interface Permanence {

  /** Returns whether a module is permanent. */
  boolean isPermanent(ModuleID module);

  /** Returns whether a type is permanent; a type with an unknown part is not. */
  default boolean isPermanent(RuntimeType type) {
    return isItself(type) && type.components().stream().allMatch(this::isPermanent);
  }

  /** Reads the modules again at the next question. */
  default void refresh() {}

  /** Returns a permanence of nothing. */
  static Permanence none() {
    return module -> false;
  }

  /** Whether a type is, apart from its components. */
  private boolean isItself(RuntimeType type) {
    return type instanceof Defined defined
        ? isPermanent(defined.definition().module())
        : type instanceof Array || type instanceof Canonical;
  }
}
