// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

/**
 * The RVA of the initial bytes of a field.
 *
 * @ecma II.22.18
 */
public final class FieldRva extends Row {

  /** The table's number. */
  public static final int TABLE = 0x1d;

  private static final int RVA = column(TABLE, "RVA");
  static final int FIELD = column(TABLE, "Field");

  /** Creates the view of row {@code rid} of {@code image}. */
  public FieldRva(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the RVA of its first byte. */
  public int rva() {
    return cell(RVA);
  }

  /** Returns the field. */
  public Field field() {
    return new Field(image(), rid(FIELD));
  }
}
