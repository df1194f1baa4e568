// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import dev.tiptoe.metadata.Token;

/**
 * An IL offset, and the piece of source for the IL that begins there. Lines and columns count from
 * 1; the end is behind the last character. Immutable.
 *
 * @param offset the offset in the IL of the method
 * @param document the Document it is in; nil for none
 * @param startLine {@link #HIDDEN_LINE} when the IL has no source
 * @param startColumn 0 when the IL has no source
 * @param endLine {@link #HIDDEN_LINE} when the IL has no source
 * @param endColumn 0 when the IL has no source
 */
public record SequencePoint(
    int offset, Token document, int startLine, int startColumn, int endLine, int endColumn) {

  /** The line number of IL without source. */
  public static final int HIDDEN_LINE = 0xfeefee;

  /** Returns a point at which IL without source begins; a debugger steps over it. */
  static SequencePoint hidden(int offset, Token document) {
    return new SequencePoint(offset, document, HIDDEN_LINE, 0, HIDDEN_LINE, 0);
  }

  /** Returns whether the IL has no source. */
  public boolean isHidden() {
    return startLine == HIDDEN_LINE;
  }

  /** Returns a text such as {@code IL_000a 3:5-3:17}. */
  @Override
  public String toString() {
    String source = startLine + ":" + startColumn + "-" + endLine + ":" + endColumn;
    return String.format("IL_%04x ", offset) + (isHidden() ? "hidden" : source);
  }
}
