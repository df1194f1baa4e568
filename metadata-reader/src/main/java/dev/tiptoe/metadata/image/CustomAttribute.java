// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * An attribute that is attached to a row.
 *
 * @ecma II.22.10
 */
public final class CustomAttribute extends Row {

  /** The table's number. */
  public static final int TABLE = 0x0c;

  static final int PARENT = column(TABLE, "Parent");
  private static final int TYPE = column(TABLE, "Type");
  private static final int VALUE = column(TABLE, "Value");

  /** Creates the view of row {@code rid} of {@code image}. */
  public CustomAttribute(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the row that it is attached to. */
  public Token parent() {
    return reference(PARENT);
  }

  /** Returns the attribute's constructor, a MethodDef or MemberRef. */
  public Token constructor() {
    return reference(TYPE);
  }

  /** Returns the arguments, encoded. */
  public Bytes value() {
    return blob(VALUE);
  }
}
