// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A constant inside a method.
 *
 * @ecma the portable PDB specification, LocalConstant table
 */
public final class LocalConstant extends Row {

  /** The table's number. */
  public static final int TABLE = 0x34;

  private static final int NAME = column(TABLE, "Name");
  private static final int SIGNATURE = column(TABLE, "Signature");

  /** Creates the view of row {@code rid} of {@code image}. */
  public LocalConstant(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the name. */
  public String name() {
    return string(NAME);
  }

  /** Returns its type and value. */
  public Bytes signature() {
    return blob(SIGNATURE);
  }
}
