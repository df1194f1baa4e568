// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

/**
 * Thrown when bytes are not in the {@code .nettrace} format. It has the file, the offset and the
 * reason.
 */
public final class EventPipeFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String file;
  private final long offset;
  private final String reason;

  /** Creates an exception about {@code file}, at {@code offset} bytes from its beginning. */
  public EventPipeFormatException(String file, long offset, String reason) {
    super(file + ": at offset 0x" + Long.toHexString(offset) + ": " + reason);
    this.file = file;
    this.offset = offset;
    this.reason = reason;
  }

  /** Returns the name that the reader was given. */
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
