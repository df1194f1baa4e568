// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * Thrown when a file is not a trace that this reader can read. It has the file, the offset and the
 * reason.
 *
 * <p>Only a trace's header causes it. Damage behind the header is skipped and counted in {@link
 * TraceStatistics}.
 */
public final class TraceFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String file;
  private final long offset;
  private final String reason;

  /** Creates an exception about {@code file}, at {@code offset} bytes from its beginning. */
  public TraceFormatException(String file, long offset, String reason) {
    super(file + ": at offset 0x" + Long.toHexString(offset) + ": " + reason);
    this.file = file;
    this.offset = offset;
    this.reason = reason;
  }

  /** Returns the file's name as it was opened. */
  public String file() {
    return file;
  }

  /** Returns the bytes from the beginning of the file. */
  public long offset() {
    return offset;
  }

  /** Returns the problem, without the place. */
  public String reason() {
    return reason;
  }
}
