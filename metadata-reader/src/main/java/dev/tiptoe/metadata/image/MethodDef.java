// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A method that this module defines.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.26
 */
public record MethodDef(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x06;

  private static final int RVA = 0;
  private static final int FLAGS = 2;
  private static final int NAME = 3;
  private static final int SIGNATURE = 4;

  private static final int STATIC = 0x10;

  /** Where its body is; 0 for none. */
  public int rva() {
    return cell(RVA);
  }

  /** {@code MethodAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Whether it has no {@code this}. */
  public boolean isStatic() {
    return (flags() & STATIC) != 0;
  }

  /** The name. */
  public String name() {
    return image.strings().get(nameOffset());
  }

  /** The signature blob. */
  public Bytes signature() {
    return image.blobs().get(cell(SIGNATURE));
  }

  /** The type that has this method. */
  public TypeDef declaringType() {
    return new TypeDef(image, image.methodOwner(rid));
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
