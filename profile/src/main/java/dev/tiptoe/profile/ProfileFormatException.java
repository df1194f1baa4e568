// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

/**
 * Thrown when bytes are not a profile that can be read. It has the file, the offset and the reason.
 *
 * <p>It is the only exception that bad bytes cause.
 */
public final class ProfileFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  private final String file;
  private final long offset;
  private final String reason;

  /**
   * Creates an exception about {@code file}, at {@code offset} bytes from its beginning; of a
   * compressed file, from the beginning of its contents.
   */
  public ProfileFormatException(String file, long offset, String reason) {
    super(file + ": at offset 0x" + Long.toHexString(offset) + ": " + reason);
    this.file = file;
    this.offset = offset;
    this.reason = reason;
  }

  /** Returns the file's name as it was opened. */
  public String file() {
    return file;
  }

  /** Returns the bytes from the beginning of the file or of its uncompressed contents. */
  public long offset() {
    return offset;
  }

  /** Returns the problem, without the place. */
  public String reason() {
    return reason;
  }
}
