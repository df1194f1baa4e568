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

  /** Row {@code rid} of {@code image}. */
  public LocalConstant(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** The name. */
  public String name() {
    return string(NAME);
  }

  /** Its type and value. */
  public Bytes signature() {
    return blob(SIGNATURE);
  }
}
