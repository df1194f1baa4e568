// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import dev.tiptoe.metadata.Token;
import java.util.OptionalInt;

/** The method of a piece of native code, or the reason why none is known. Immutable. */
public sealed interface NativePlace {

  /**
   * Code of a method.
   *
   * @param methodDef the method; of an instantiation, the generic method
   * @param ilOffset the offset in its IL; empty when the image maps no IL to the instruction
   */
  record Known(Token methodDef, OptionalInt ilOffset) implements NativePlace {}

  /**
   * No method of this module is known to have code there.
   *
   * @param reason the reason, as text
   */
  record Unknown(String reason) implements NativePlace {}
}
