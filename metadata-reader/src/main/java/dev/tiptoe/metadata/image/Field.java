// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A field.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.15
 */
public record Field(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x04;

  private static final int FLAGS = 0;
  private static final int NAME = 1;
  private static final int SIGNATURE = 2;

  private static final int STATIC = 0x10;

  /** {@code FieldAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Whether there is one for the type, and none in its instances. */
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

  /** The type that has this field. */
  public TypeDef declaringType() {
    return new TypeDef(image, image.fieldOwner(rid));
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
