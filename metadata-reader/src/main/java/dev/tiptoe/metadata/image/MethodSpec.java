// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * An instantiation of a generic method.
 *
 * @ecma II.22.29
 */
public final class MethodSpec extends Row {

  /** The table's number. */
  public static final int TABLE = 0x2b;

  private static final int METHOD = column(TABLE, "Method");
  private static final int INSTANTIATION = column(TABLE, "Instantiation");

  /** Creates the view of row {@code rid} of {@code image}. */
  public MethodSpec(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the generic method, a MethodDef or MemberRef. */
  public Token method() {
    return reference(METHOD);
  }

  /** Returns the signature blob of its type arguments. */
  public Bytes instantiation() {
    return blob(INSTANTIATION);
  }
}
