// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Information that a compiler adds to a row for its debugger.
 *
 * @ecma the portable PDB specification, CustomDebugInformation table
 */
public final class CustomDebugInformation extends Row {

  /** The table's number. */
  public static final int TABLE = 0x37;

  private static final int PARENT = column(TABLE, "Parent");
  private static final int KIND = column(TABLE, "Kind");
  private static final int VALUE = column(TABLE, "Value");

  /** Creates the view of row {@code rid} of {@code image}. */
  public CustomDebugInformation(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the information in {@code pdb} about a row of its module, or about one of its own. */
  public static List<CustomDebugInformation> of(Image pdb, Token row) {
    return pdb.referring(row, TABLE, PARENT, CustomDebugInformation::new);
  }

  /** Returns the row. */
  public Token parent() {
    return reference(PARENT);
  }

  /** Returns the kind of information. */
  public Optional<UUID> kind() {
    return guid(KIND);
  }

  /** Returns the information. */
  public Bytes value() {
    return blob(VALUE);
  }
}
