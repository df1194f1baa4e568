// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

/**
 * Thrown when bytes are not valid metadata; says which file, where in it, and what is wrong.
 *
 * <p>It is the only exception that bad bytes cause.
 */
public final class MetadataFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** Whether the file is damaged, or a healthy file of another kind than it should be. */
  public enum Kind {
    /** It should be metadata and is not whole. */
    DAMAGED,
    /** It is something else: a native library, a text, an empty file. */
    NOT_MANAGED,
    /** It holds several modules, and it was not said which: a single-file bundle. */
    BUNDLE
  }

  private final String file;
  private final long offset;
  private final Kind kind;
  private final String reason;

  /** An exception about {@code file}, at {@code offset} bytes from its beginning. */
  public MetadataFormatException(Kind kind, String file, long offset, String reason) {
    super(file + ": at offset 0x" + Long.toHexString(offset) + ": " + reason);
    this.kind = kind;
    this.file = file;
    this.offset = offset;
    this.reason = reason;
  }

  /** The same, as the reason why a row cannot be read: its token comes first. */
  public MetadataFormatException about(Token row) {
    MetadataFormatException about =
        new MetadataFormatException(kind, file, offset, row + ": " + reason);
    about.initCause(this);
    return about;
  }

  /** The file's name as it was opened. */
  public String file() {
    return file;
  }

  /** Bytes from the beginning of the file. */
  public long offset() {
    return offset;
  }

  /** Damage, or another kind of file. */
  public Kind kind() {
    return kind;
  }

  /** What is wrong, without the place. */
  public String reason() {
    return reason;
  }
}
