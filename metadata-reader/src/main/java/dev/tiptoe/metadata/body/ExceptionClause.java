// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.Token;

/**
 * A protected block of a method body and what handles its exceptions. Offsets and lengths are bytes
 * of IL. Immutable.
 *
 * @param tryOffset where the block begins
 * @param tryLength how long it is
 * @param handlerOffset where its handler begins
 * @param handlerLength how long that is
 * @param handler what the handler is
 * @ecma II.25.4.6
 */
public record ExceptionClause(
    int tryOffset, int tryLength, int handlerOffset, int handlerLength, Handler handler) {

  /** What a handler is. */
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
   * @param offset where the filter begins
   */
  public record Filter(int offset) implements Handler {}

  /** It runs whatever the exception is. */
  public enum Unconditional implements Handler {
    /** Without an exception too. */
    FINALLY,
    /** With an exception only. */
    FAULT
  }
}
