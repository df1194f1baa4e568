// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A field.
 *
 * @ecma II.22.15
 */
public final class Field extends Row {

  /** The table's number. */
  public static final int TABLE = 0x04;

  private static final int FLAGS = column(TABLE, "Flags");
  private static final int NAME = column(TABLE, "Name");
  private static final int SIGNATURE = column(TABLE, "Signature");

  private static final int STATIC = 0x10;

  /** Row {@code rid} of {@code image}. */
  public Field(Image image, int rid) {
    super(image, TABLE, rid);
  }

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
    return string(NAME);
  }

  /** The signature blob. */
  public Bytes signature() {
    return blob(SIGNATURE);
  }

  /** The type that has this field. */
  public TypeDef declaringType() {
    return new TypeDef(image(), image().fieldOwner(rid()));
  }

  int nameOffset() {
    return cell(NAME);
  }
}
