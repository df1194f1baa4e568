// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * Namespaces and types that a range of source imports.
 *
 * @ecma the portable PDB specification, ImportScope table
 */
public final class ImportScope extends Row {

  /** The table's number. */
  public static final int TABLE = 0x35;

  private static final int PARENT = column(TABLE, "Parent");
  private static final int IMPORTS = column(TABLE, "Imports");

  /** Creates the view of row {@code rid} of {@code image}. */
  public ImportScope(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the scope around it; may be nil. */
  public Token parent() {
    return reference(PARENT);
  }

  /** Returns the imports, encoded. */
  public Bytes imports() {
    return blob(IMPORTS);
  }
}
