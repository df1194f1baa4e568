// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * An instantiation of a generic method.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.29
 */
public record MethodSpec(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x2b;

  /** The generic method, a MethodDef or MemberRef. */
  public Token method() {
    return image.tables().token(TABLE, rid, 0);
  }

  /** The signature blob of its type arguments. */
  public Bytes instantiation() {
    return image.blobs().get(cell(1));
  }

  @Override
  public Token token() {
    return Token.of(TABLE, rid);
  }

  private int cell(int column) {
    return image.tables().cell(TABLE, rid, column);
  }
}
