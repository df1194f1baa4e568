// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.Token;

/** An instantiation that was compiled ahead of time. Immutable. */
record InstanceEntryPoint(int function, InstanceSignature signature) implements EntryPoint {

  @Override
  public int module() {
    return signature.module();
  }

  @Override
  public Token method() {
    return signature.method();
  }
}
