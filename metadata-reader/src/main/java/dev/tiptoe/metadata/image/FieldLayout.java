// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

/**
 * The explicit offset of a field in its type.
 *
 * @ecma II.22.16
 */
public final class FieldLayout extends Row {

  /** The table's number. */
  public static final int TABLE = 0x10;

  private static final int OFFSET = column(TABLE, "Offset");
  static final int FIELD = column(TABLE, "Field");

  /** Creates the view of row {@code rid} of {@code image}. */
  public FieldLayout(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the bytes from the beginning of the instance, unsigned. */
  public int offset() {
    return cell(OFFSET);
  }

  /** Returns the field. */
  public Field field() {
    return new Field(image(), rid(FIELD));
  }
}
