// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * An interface that a type implements, or that an interface extends.
 *
 * @ecma II.22.23
 */
public final class InterfaceImpl extends Row {

  /** The table's number. */
  public static final int TABLE = 0x09;

  static final int CLASS = column(TABLE, "Class");
  private static final int INTERFACE = column(TABLE, "Interface");

  /** Creates the view of row {@code rid} of {@code image}. */
  public InterfaceImpl(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the type that implements it. */
  public TypeDef implementingType() {
    return new TypeDef(image(), rid(CLASS));
  }

  /** Returns the interface, a TypeDef, TypeRef or TypeSpec. */
  public Token interfaceType() {
    return reference(INTERFACE);
  }
}
