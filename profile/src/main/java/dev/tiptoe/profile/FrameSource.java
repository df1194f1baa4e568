// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/**
 * The source of a frame. Immutable.
 *
 * @param file the path that the compiler saw; empty when it is not known
 * @param firstLine the first line of the method; 0 when it is not known
 * @param line the line that was executed; 0 when it is not known, or not asked for
 */
public record FrameSource(String file, int firstLine, int line) {

  /** No source that is known. */
  public static final FrameSource UNKNOWN = new FrameSource("", 0, 0);

  /** Returns the line that was executed, or else the first line of the method. */
  public int shownLine() {
    return line == 0 ? firstLine : line;
  }
}
