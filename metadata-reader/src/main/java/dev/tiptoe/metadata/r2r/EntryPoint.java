// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;

/** A method that was compiled ahead of time. Immutable. */
public sealed interface EntryPoint permits EntryPoint.OfMethodDef, InstanceEntryPoint {

  /** Returns the index of the runtime function at which the method begins. */
  int function();

  /** Returns the module of the token {@link #method}: see {@link ReadyToRun#module}. */
  int module();

  /** Returns the method: a MethodDef, or for an instantiation possibly a MemberRef. */
  Token method();

  /** Whether it is an instantiation of a generic method, or of one of a generic type. */
  default boolean isInstance() {
    return this instanceof InstanceEntryPoint;
  }

  /** A method that is neither generic nor of a generic type. */
  record OfMethodDef(int function, int module, Token method) implements EntryPoint {}
}
