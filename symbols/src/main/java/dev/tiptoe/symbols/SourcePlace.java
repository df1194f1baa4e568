// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols;

import java.util.Optional;

/** The source of a piece of IL, or the reason why none is known. Immutable. */
public sealed interface SourcePlace {

  /** Returns the source, if it is known. */
  default Optional<Known> known() {
    return Optional.empty();
  }

  /** How precisely the line is known. */
  enum Precision {
    /** The line of the IL offset. */
    EXACT,
    /**
     * This line or that of a later IL offset: the IL offset is 0, which also stands for a missing
     * mapping.
     */
    AT_OR_AFTER
  }

  /**
   * The source is known. Lines and columns count from 1; the end is behind the last character.
   *
   * @param document the source file
   * @param startLine the first line
   * @param startColumn the first column
   * @param endLine the last line
   * @param endColumn the column behind the last character
   * @param precision how precisely the line is known
   */
  record Known(
      SourceDocument document,
      int startLine,
      int startColumn,
      int endLine,
      int endColumn,
      Precision precision)
      implements SourcePlace {

    /** Returns the path of the source file, as the compiler saw it. */
    public String file() {
      return document.path();
    }

    /** Returns the first line. */
    public int line() {
      return startLine;
    }

    @Override
    public Optional<Known> known() {
      return Optional.of(this);
    }

    /** Returns a text such as {@code /Shop/Cart.cs:42}. */
    @Override
    public String toString() {
      return document.path() + ":" + startLine;
    }
  }

  /**
   * There is no source, or it is not known.
   *
   * @param reason the reason, as text
   */
  record Unknown(String reason) implements SourcePlace {}
}
