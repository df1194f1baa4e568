// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A security declaration of a type, method or assembly.
 *
 * @ecma II.22.11
 */
public final class DeclSecurity extends Row {

  /** The table's number. */
  public static final int TABLE = 0x0e;

  private static final int ACTION = column(TABLE, "Action");
  static final int PARENT = column(TABLE, "Parent");
  private static final int PERMISSION_SET = column(TABLE, "PermissionSet");

  /** Creates the view of row {@code rid} of {@code image}. */
  public DeclSecurity(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the security action. */
  public int action() {
    return cell(ACTION);
  }

  /** Returns the TypeDef, MethodDef or Assembly that it applies to. */
  public Token parent() {
    return reference(PARENT);
  }

  /** Returns the permissions, encoded. */
  public Bytes permissionSet() {
    return blob(PERMISSION_SET);
  }
}
