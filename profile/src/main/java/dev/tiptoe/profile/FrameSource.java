// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/**
 * The source of a frame. Immutable.
 *
 * @param file the path that the compiler saw; empty when it is not known
 * @param firstLine the first line of the method; 0 when it is not known
 * @param line the line that was executed; 0 when it is not known, or not asked for
 * @param url the address of the file, which Source Link gives; empty when there is none
 * @param orLater whether a later line may have been executed: of code that the JIT compiler maps to
 *     no IL, the IL offset is 0, too
 */
public record FrameSource(String file, int firstLine, int line, String url, boolean orLater) {

  /** No source that is known. */
  public static final FrameSource UNKNOWN = new FrameSource("", 0, 0);

  /** Creates a source without an address. */
  public FrameSource(String file, int firstLine, int line) {
    this(file, firstLine, line, "");
  }

  /** Creates a source whose line is certain. */
  public FrameSource(String file, int firstLine, int line, String url) {
    this(file, firstLine, line, url, false);
  }

  /** Returns the line that was executed, or else the first line of the method. */
  public int shownLine() {
    return line == 0 ? firstLine : line;
  }
}
