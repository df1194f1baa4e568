// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.bytes.Cursor;
import java.util.Optional;
import java.util.UUID;

/**
 * A source file.
 *
 * @ecma the portable PDB specification, Document table
 */
public final class Document extends Row {

  /** The table's number. */
  public static final int TABLE = 0x30;

  private static final int NAME = column(TABLE, "Name");
  private static final int HASH_ALGORITHM = column(TABLE, "HashAlgorithm");
  private static final int HASH = column(TABLE, "Hash");
  private static final int LANGUAGE = column(TABLE, "Language");

  /** The longest path on Windows. */
  private static final int LONGEST_PATH = 0x7fff;

  /** The most bytes of a character, in parts of a path. */
  private static final int UTF_8 = 3;

  /** Creates the view of row {@code rid} of {@code image}. */
  public Document(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /**
   * Returns the path that the compiler saw; empty when it has none.
   *
   * @throws MetadataFormatException when it is damaged, or longer than any path
   */
  public String name() {
    Bytes blob = nameBlob();
    if (blob.length() == 0) {
      return "";
    }
    int separator = blob.u8(0);
    if (separator > 0x7f) {
      throw blob.damaged(0, "no separator is 0x" + Integer.toHexString(separator));
    }
    if (blob.length() > LONGEST_PATH) {
      throw blob.damaged(0, "a path of more than " + LONGEST_PATH + " parts");
    }
    StringBuilder path = new StringBuilder();
    Cursor parts = new Cursor(blob);
    for (parts.u8(); !parts.atEnd(); ) {
      Bytes part = image().blobs().get(parts.compressed());
      // A few bytes can refer to a long part many times.
      boolean fits = part.length() <= UTF_8 * (LONGEST_PATH - path.length());
      path.append(fits ? part.utf8(0, part.length()) : "");
      if (!fits || path.length() > LONGEST_PATH) {
        throw parts.damaged("a path of more than " + LONGEST_PATH + " characters");
      }
      if (separator != 0 && !parts.atEnd()) {
        path.append((char) separator);
      }
    }
    return path.toString();
  }

  /** Returns the path, encoded: a separator and its parts, each a blob of its own. */
  public Bytes nameBlob() {
    return blob(NAME);
  }

  /** Returns the hash's algorithm. */
  public Optional<UUID> hashAlgorithm() {
    return guid(HASH_ALGORITHM);
  }

  /** Returns the hash of the file. */
  public Bytes hash() {
    return blob(HASH);
  }

  /** Returns the language. */
  public Optional<UUID> language() {
    return guid(LANGUAGE);
  }
}
