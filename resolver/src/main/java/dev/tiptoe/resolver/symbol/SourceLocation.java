// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.symbol;

import dev.tiptoe.metadata.pdb.SequencePoint;
import java.util.Optional;

/** The source location of an instruction, or the reason why none is known. Immutable. */
public sealed interface SourceLocation {

  /** Returns the location, if it is known. */
  default Optional<InSource> known() {
    return Optional.empty();
  }

  /**
   * The location is known.
   *
   * @param file the path that the compiler saw
   * @param point the lines and columns, and the IL offset at which they begin; never hidden
   */
  record InSource(String file, SequencePoint point) implements SourceLocation {

    /** Returns the line, counted from 1. */
    public int line() {
      return point.startLine();
    }

    @Override
    public Optional<InSource> known() {
      return Optional.of(this);
    }

    /** Returns a text such as {@code /Demo/Crane.cs:42}. */
    @Override
    public String toString() {
      return file + ":" + line();
    }
  }

  /**
   * There is no source, or it is not known.
   *
   * @param reason the reason, as text
   */
  record Unknown(String reason) implements SourceLocation {}
}
