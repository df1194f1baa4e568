// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
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

  /** Row {@code rid} of {@code image}. */
  public Document(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** The path, encoded: a separator and its parts, each a blob of its own. */
  public Bytes nameBlob() {
    return blob(NAME);
  }

  /** The hash's algorithm. */
  public Optional<UUID> hashAlgorithm() {
    return guid(HASH_ALGORITHM);
  }

  /** The hash of the file. */
  public Bytes hash() {
    return blob(HASH);
  }

  /** The language. */
  public Optional<UUID> language() {
    return guid(LANGUAGE);
  }
}
