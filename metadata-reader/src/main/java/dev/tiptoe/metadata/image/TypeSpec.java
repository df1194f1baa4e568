// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A type that is composed of others by a signature.
 *
 * @ecma II.22.39
 */
public final class TypeSpec extends Row {

  /** The table's number. */
  public static final int TABLE = 0x1b;

  private static final int SIGNATURE = column(TABLE, "Signature");

  /** Creates the view of row {@code rid} of {@code image}. */
  public TypeSpec(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the signature blob. */
  public Bytes signature() {
    return blob(SIGNATURE);
  }
}
