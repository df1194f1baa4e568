// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A type that an argument of a type parameter must derive from or implement.
 *
 * @ecma II.22.21
 */
public final class GenericParamConstraint extends Row {

  /** The table's number. */
  public static final int TABLE = 0x2c;

  static final int OWNER = column(TABLE, "Owner");
  private static final int CONSTRAINT = column(TABLE, "Constraint");

  /** Creates the view of row {@code rid} of {@code image}. */
  public GenericParamConstraint(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the parameter that is constrained. */
  public GenericParam parameter() {
    return new GenericParam(image(), rid(OWNER));
  }

  /** Returns the type, a TypeDef, TypeRef or TypeSpec. */
  public Token constraint() {
    return reference(CONSTRAINT);
  }
}
