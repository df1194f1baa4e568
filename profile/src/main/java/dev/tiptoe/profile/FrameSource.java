// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.symbols.SourceDocument;
import java.util.Optional;

/**
 * The source of a frame. Immutable.
 *
 * @param document the source file; its path is empty when it is not known
 * @param firstLine the first line of the method; 0 when it is not known
 * @param line the line that was executed; 0 when it is not known, or not asked for
 * @param orLater whether a later line may have been executed: of code that the JIT compiler maps to
 *     no IL, the IL offset is 0, too
 */
public record FrameSource(SourceDocument document, int firstLine, int line, boolean orLater) {

  /** No source that is known. */
  public static final FrameSource UNKNOWN = new FrameSource("", 0, 0);

  /** Creates a source without an address, whose line is certain. */
  public FrameSource(String file, int firstLine, int line) {
    this(new SourceDocument(file, Optional.empty()), firstLine, line, false);
  }

  /** Returns the path that the compiler saw; empty when it is not known. */
  public String file() {
    return document.path();
  }

  /** Returns the line that was executed, or else the first line of the method. */
  public int shownLine() {
    return line == 0 ? firstLine : line;
  }
}
