// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.Token;

/**
 * A protected block of a method body and its handler. Offsets and lengths are bytes of IL.
 * Immutable.
 *
 * @param tryOffset the beginning of the block
 * @param tryLength the length of the block
 * @param handlerOffset the beginning of its handler
 * @param handlerLength the length of the handler
 * @param handler the kind of handler
 * @ecma II.25.4.6
 */
public record ExceptionClause(
    int tryOffset, int tryLength, int handlerOffset, int handlerLength, Handler handler) {

  /** The kind of a handler. */
  public sealed interface Handler permits Catch, Filter, Unconditional {}

  /**
   * It runs for exceptions of a type.
   *
   * @param type a TypeDef, TypeRef or TypeSpec
   */
  public record Catch(Token type) implements Handler {}

  /**
   * It runs for exceptions that a filter accepts.
   *
   * @param offset the beginning of the filter
   */
  public record Filter(int offset) implements Handler {}

  /** It runs for any exception. */
  public enum Unconditional implements Handler {
    /** It runs without an exception too. */
    FINALLY,
    /** It runs only with an exception. */
    FAULT
  }
}
