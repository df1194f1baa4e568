// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A type that an argument for a type parameter has to be.
 *
 * @ecma II.22.21
 */
public final class GenericParamConstraint extends Row {

  /** The table's number. */
  public static final int TABLE = 0x2c;

  static final int OWNER = column(TABLE, "Owner");
  private static final int CONSTRAINT = column(TABLE, "Constraint");

  /** Row {@code rid} of {@code image}. */
  public GenericParamConstraint(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** The parameter that is constrained. */
  public GenericParam parameter() {
    return new GenericParam(image(), rid(OWNER));
  }

  /** The type, a TypeDef, TypeRef or TypeSpec. */
  public Token constraint() {
    return reference(CONSTRAINT);
  }
}
