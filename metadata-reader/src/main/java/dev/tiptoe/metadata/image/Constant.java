// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The compile-time value of a field, parameter or property.
 *
 * @ecma II.22.9
 */
public final class Constant extends Row {

  /** The table's number. */
  public static final int TABLE = 0x0b;

  private static final int TYPE = column(TABLE, "Type");
  static final int PARENT = column(TABLE, "Parent");
  private static final int VALUE = column(TABLE, "Value");

  /** Creates the view of row {@code rid} of {@code image}. */
  public Constant(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the element type of the value; {@code CLASS} for a null reference. */
  public int type() {
    // The type has one byte; the next one is padding.
    return cell(TYPE) & 0xff;
  }

  /** Returns the owner of the value: a Field, Param or Property. */
  public Token parent() {
    return reference(PARENT);
  }

  /** Returns the value's bytes, little-endian; UTF-16 for a string. */
  public Bytes value() {
    return blob(VALUE);
  }
}
