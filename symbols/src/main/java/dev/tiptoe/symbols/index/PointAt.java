// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import dev.tiptoe.metadata.pdb.SequencePoints;
import dev.tiptoe.symbols.SourceDocument;
import dev.tiptoe.symbols.SourcePlace;
import dev.tiptoe.symbols.SourcePlace.Precision;

/**
 * The source for an IL offset, as {@link SequencePoints#sourceFor} has it. Mutable, not
 * thread-safe.
 */
final class PointAt implements PointTable.Receiver {

  private final int sought;
  private boolean isFound;
  private boolean isOwn;
  private int document;
  private int line;
  private int column;
  private int endLine;
  private int endColumn;

  PointAt(int ilOffset) {
    this.sought = ilOffset;
  }

  @Override
  public void point(
      int ilOffset,
      boolean isHidden,
      int document,
      int line,
      int column,
      int endLine,
      int endColumn) {
    if (!isHidden && (ilOffset <= sought || (SequencePoints.isAtOrAfter(sought) && !isFound))) {
      isFound = true;
      isOwn = ilOffset <= sought;
      this.document = document;
      this.line = line;
      this.column = column;
      this.endLine = endLine;
      this.endColumn = endColumn;
    }
  }

  int sought() {
    return sought;
  }

  boolean isFound() {
    return isFound;
  }

  /** Returns whether the point begins at the offset or before. */
  boolean isOwn() {
    return isOwn;
  }

  int document() {
    return document;
  }

  SourcePlace in(SourceDocument file) {
    Precision precision =
        SequencePoints.isAtOrAfter(sought) ? Precision.AT_OR_AFTER : Precision.EXACT;
    return new SourcePlace.Known(file, line, column, endLine, endColumn, precision);
  }
}
