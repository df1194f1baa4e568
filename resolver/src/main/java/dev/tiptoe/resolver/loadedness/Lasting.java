// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import dev.tiptoe.resolver.answer.RuntimeType;
import dev.tiptoe.resolver.answer.RuntimeType.Array;
import dev.tiptoe.resolver.answer.RuntimeType.Canonical;
import dev.tiptoe.resolver.answer.RuntimeType.Defined;
import dev.tiptoe.resolver.id.ModuleID;

/**
 * What stays loaded as long as the process lives, as far as is known: what is made of types of
 * modules that cannot be unloaded.
 */
interface Lasting {

  /** Whether a module does. */
  boolean is(ModuleID module);

  /** Whether a type does; not one with a part that is not known. */
  default boolean is(RuntimeType type) {
    return isWholeOfKnown(type) && type.components().stream().allMatch(this::is);
  }

  /** Takes in that something may have been learnt of modules. */
  default void forget() {}

  /** Counts on nothing. */
  static Lasting nothing() {
    return module -> false;
  }

  private boolean isWholeOfKnown(RuntimeType type) {
    return type instanceof Defined defined
        ? is(defined.definition().module())
        : type instanceof Array || type instanceof Canonical;
  }
}
