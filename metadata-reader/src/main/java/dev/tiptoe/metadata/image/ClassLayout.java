// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

/**
 * The prescribed size and packing of a type.
 *
 * @ecma II.22.8
 */
public final class ClassLayout extends Row {

  /** The table's number. */
  public static final int TABLE = 0x0f;

  private static final int PACKING_SIZE = column(TABLE, "PackingSize");
  private static final int CLASS_SIZE = column(TABLE, "ClassSize");
  static final int PARENT = column(TABLE, "Parent");

  /** Creates the view of row {@code rid} of {@code image}. */
  public ClassLayout(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the greatest alignment of a field, in bytes; 0 for the default. */
  public int packingSize() {
    return cell(PACKING_SIZE);
  }

  /** Returns the size of an instance in bytes, unsigned; 0 for the size that its fields need. */
  public int classSize() {
    return cell(CLASS_SIZE);
  }

  /** Returns the type that is laid out. */
  public TypeDef parent() {
    return new TypeDef(image(), rid(PARENT));
  }
}
