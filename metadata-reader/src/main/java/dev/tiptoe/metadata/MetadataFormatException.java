// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata;

/**
 * Thrown when bytes are not valid metadata, or not the requested module. It has the file, the
 * offset and the reason.
 *
 * <p>It is the only exception that bad bytes cause.
 */
public final class MetadataFormatException extends RuntimeException {

  private static final long serialVersionUID = 1;

  /** The kinds of bad files: damaged files, and sound files that are not the requested ones. */
  public enum Kind {
    /** It is damaged metadata. */
    DAMAGED,
    /** It is another kind of file: a native library, a text, an empty file. */
    NOT_MANAGED,
    /** It holds several modules, and none was chosen: a single-file bundle. */
    BUNDLE,
    /**
     * Nothing is wrong with it: it is one of several builds of a module with one module version ID,
     * the builds differ in the requested part, and it is not known which of them is meant.
     */
    BUILDS_DIFFER
  }

  private final String file;
  private final long offset;
  private final Kind kind;
  private final String reason;

  /** Creates an exception about {@code file}, at {@code offset} bytes from its beginning. */
  public MetadataFormatException(Kind kind, String file, long offset, String reason) {
    super(file + ": " + place(kind, offset) + reason);
    this.kind = kind;
    this.file = file;
    this.offset = offset;
    this.reason = reason;
  }

  /** Builds differ nowhere in the file. */
  private static String place(Kind kind, long offset) {
    return kind == Kind.BUILDS_DIFFER ? "" : "at offset 0x" + Long.toHexString(offset) + ": ";
  }

  /** Returns the same exception as the reason why a row cannot be read: its token comes first. */
  public MetadataFormatException about(Token row) {
    MetadataFormatException about =
        new MetadataFormatException(kind, file, offset, row + ": " + reason);
    about.initCause(this);
    return about;
  }

  /** Returns the file's name as it was opened. */
  public String file() {
    return file;
  }

  /** Returns the bytes from the beginning of the file. */
  public long offset() {
    return offset;
  }

  /** Returns whether the file is damaged, or what else it is. */
  public Kind kind() {
    return kind;
  }

  /** Returns the problem, without the place. */
  public String reason() {
    return reason;
  }
}
