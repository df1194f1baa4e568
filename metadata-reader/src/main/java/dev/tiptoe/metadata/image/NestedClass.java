// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

/**
 * A type that is inside another.
 *
 * @ecma II.22.32
 */
public final class NestedClass extends Row {

  /** The table's number. */
  public static final int TABLE = 0x29;

  static final int NESTED_CLASS = column(TABLE, "NestedClass");
  static final int ENCLOSING_CLASS = column(TABLE, "EnclosingClass");

  /** Creates the view of row {@code rid} of {@code image}. */
  public NestedClass(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the type inside. */
  public TypeDef nested() {
    return new TypeDef(image(), rid(NESTED_CLASS));
  }

  /** Returns the type around it. */
  public TypeDef enclosing() {
    return new TypeDef(image(), rid(ENCLOSING_CLASS));
  }
}
