// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A reference to a method or field of another type.
 *
 * @ecma II.22.25
 */
public final class MemberRef extends Row {

  /** The table's number. */
  public static final int TABLE = 0x0a;

  private static final int CLASS = column(TABLE, "Class");
  private static final int NAME = column(TABLE, "Name");
  private static final int SIGNATURE = column(TABLE, "Signature");

  /** Creates the view of row {@code rid} of {@code image}. */
  public MemberRef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /**
   * Returns the type or module of the member: a TypeDef, TypeRef, TypeSpec or ModuleRef; or the
   * MethodDef that a vararg call site calls.
   */
  public Token parent() {
    return reference(CLASS);
  }

  /** Returns the name. */
  public String name() {
    return string(NAME);
  }

  /** Returns the signature blob, of a method or of a field. */
  public Bytes signature() {
    return blob(SIGNATURE);
  }

  int nameOffset() {
    return cell(NAME);
  }
}
