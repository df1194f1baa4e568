// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A signature that belongs to no other row: of a method's locals, or of an indirect call.
 *
 * @ecma II.22.36
 */
public final class StandAloneSig extends Row {

  /** The table's number. */
  public static final int TABLE = 0x11;

  private static final int SIGNATURE = column(TABLE, "Signature");

  /** Creates the view of row {@code rid} of {@code image}. */
  public StandAloneSig(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the signature blob. */
  public Bytes signature() {
    return blob(SIGNATURE);
  }
}
