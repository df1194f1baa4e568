// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The native type that a field or parameter is marshalled as.
 *
 * @ecma II.22.17
 */
public final class FieldMarshal extends Row {

  /** The table's number. */
  public static final int TABLE = 0x0d;

  static final int PARENT = column(TABLE, "Parent");
  private static final int NATIVE_TYPE = column(TABLE, "NativeType");

  /** Creates the view of row {@code rid} of {@code image}. */
  public FieldMarshal(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the Field or Param that is passed. */
  public Token parent() {
    return reference(PARENT);
  }

  /** Returns the native type, encoded. */
  public Bytes nativeType() {
    return blob(NATIVE_TYPE);
  }
}
