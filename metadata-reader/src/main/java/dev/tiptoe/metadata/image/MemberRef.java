// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A reference to a method or field of another type.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.25
 */
public record MemberRef(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x0a;

  private static final int CLASS = 0;
  private static final int NAME = 1;
  private static final int SIGNATURE = 2;

  /**
   * The type or module that has the member: a TypeDef, TypeRef, TypeSpec or ModuleRef; or the
   * MethodDef that a vararg call site calls.
   */
  public Token parent() {
    return image.tables().token(TABLE, rid, CLASS);
  }

  /** The name. */
  public String name() {
    return image.strings().get(nameOffset());
  }

  /** The signature blob, of a method or of a field. */
  public Bytes signature() {
    return image.blobs().get(cell(SIGNATURE));
  }

  int nameOffset() {
    return cell(NAME);
  }

  @Override
  public Token token() {
    return Token.of(TABLE, rid);
  }

  private int cell(int column) {
    return image.tables().cell(TABLE, rid, column);
  }
}
