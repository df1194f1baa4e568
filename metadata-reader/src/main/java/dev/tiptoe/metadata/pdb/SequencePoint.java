// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.Token;

/**
 * An IL offset, and the piece of source from which the IL comes that begins there. Lines and
 * columns count from 1; the end is behind the last character. Immutable.
 *
 * @param offset in the IL of the method
 * @param document the Document it is in; nil for none
 * @param startLine {@link #HIDDEN_LINE} where the IL comes from no source
 * @param startColumn 0 where the IL comes from no source
 * @param endLine {@link #HIDDEN_LINE} where the IL comes from no source
 * @param endColumn 0 where the IL comes from no source
 */
public record SequencePoint(
    int offset, Token document, int startLine, int startColumn, int endLine, int endColumn) {

  /** What stands in the place of lines where the IL comes from no source. */
  public static final int HIDDEN_LINE = 0xfeefee;

  /** A point from which on the IL comes from no source: a debugger steps over it. */
  static SequencePoint hidden(int offset, Token document) {
    return new SequencePoint(offset, document, HIDDEN_LINE, 0, HIDDEN_LINE, 0);
  }

  /** Whether the IL comes from no source. */
  public boolean isHidden() {
    return startLine == HIDDEN_LINE;
  }

  /** As in {@code IL_000a 3:5-3:17}. */
  @Override
  public String toString() {
    String source = startLine + ":" + startColumn + "-" + endLine + ":" + endColumn;
    return String.format("IL_%04x ", offset) + (isHidden() ? "hidden" : source);
  }
}
