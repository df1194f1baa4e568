// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;

/** A method that was compiled ahead of time. Immutable. */
public sealed interface EntryPoint {

  /** Returns the index of the runtime function at which the method begins. */
  int function();

  /** Returns the module of the token {@link #method}: see {@link ReadyToRun#module}. */
  int module();

  /** Returns the method: a MethodDef, or for an instantiation possibly a MemberRef. */
  Token method();

  /** A method that is neither generic nor of a generic type. */
  record OfMethodDef(int function, int module, Token method) implements EntryPoint {}

  /** An instantiation. */
  record OfInstance(int function, InstanceSignature signature) implements EntryPoint {
    @Override
    public int module() {
      return signature.module();
    }

    @Override
    public Token method() {
      return signature.method();
    }
  }
}
