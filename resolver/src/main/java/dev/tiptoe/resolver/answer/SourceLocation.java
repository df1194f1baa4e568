// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.answer;

import dev.tiptoe.metadata.pdb.SequencePoint;
import java.util.Optional;

/** The source location of an instruction, or the reason why none is known. Immutable. */
public sealed interface SourceLocation {

  /** The place, where it is known. */
  default Optional<InSource> known() {
    return Optional.empty();
  }

  /**
   * From here.
   *
   * @param file the path, as the compiler saw it
   * @param point the lines and columns, and the IL offset from which on they hold; never hidden
   */
  record InSource(String file, SequencePoint point) implements SourceLocation {

    /** The line, counted from 1. */
    public int line() {
      return point.startLine();
    }

    @Override
    public Optional<InSource> known() {
      return Optional.of(this);
    }

    /** As in {@code /Demo/Crane.cs:42}. */
    @Override
    public String toString() {
      return file + ":" + line();
    }
  }

  /**
   * From no source, or from none that is known.
   *
   * @param why in words
   */
  record Unknown(String why) implements SourceLocation {}
}
