// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * Which accessor of which property or event a method is.
 *
 * @ecma II.22.28
 */
public final class MethodSemantics extends Row {

  /** The table's number. */
  public static final int TABLE = 0x18;

  private static final int SEMANTICS = column(TABLE, "Semantics");
  private static final int METHOD = column(TABLE, "Method");
  private static final int ASSOCIATION = column(TABLE, "Association");

  /** Row {@code rid} of {@code image}. */
  public MethodSemantics(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /**
   * {@code MethodSemanticsAttributes}: setter 1, getter 2, other 4, add 8, remove 0x10, raise 0x20.
   */
  public int semantics() {
    return cell(SEMANTICS);
  }

  /** The accessor. */
  public MethodDef method() {
    return new MethodDef(image(), cell(METHOD));
  }

  /** The Event or Property. */
  public Token association() {
    return reference(ASSOCIATION);
  }
}
