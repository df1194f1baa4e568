// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A method that implements another under a name of its own.
 *
 * @ecma II.22.27
 */
public final class MethodImpl extends Row {

  /** The table's number. */
  public static final int TABLE = 0x19;

  static final int CLASS = column(TABLE, "Class");
  private static final int METHOD_BODY = column(TABLE, "MethodBody");
  private static final int METHOD_DECLARATION = column(TABLE, "MethodDeclaration");

  /** Creates the view of row {@code rid} of {@code image}. */
  public MethodImpl(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the type that the row belongs to. */
  public TypeDef type() {
    return new TypeDef(image(), rid(CLASS));
  }

  /** Returns the method that implements, a MethodDef or MemberRef. */
  public Token body() {
    return reference(METHOD_BODY);
  }

  /** Returns the method that is implemented, a MethodDef or MemberRef. */
  public Token declaration() {
    return reference(METHOD_DECLARATION);
  }
}
