// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

/** A frame of a stack with its names and its source, or the reason why it has none. Immutable. */
public sealed interface FrameAnswer {

  /**
   * The method is known.
   *
   * @param method its names
   * @param source the source of the place in it
   * @param origin where the names were read from: {@link ModuleSymbols#origin}
   * @param sourceOrigin where the source was read from: {@link ModuleSymbols#sourceOrigin}
   */
  record Known(MethodSymbol method, SourcePlace source, String origin, String sourceOrigin)
      implements FrameAnswer {}

  /**
   * The method is not known.
   *
   * @param reason the reason, as text
   */
  record Unknown(String reason) implements FrameAnswer {}
}
