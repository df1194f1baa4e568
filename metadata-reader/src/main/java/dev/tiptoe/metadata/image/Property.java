// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A property; an indexer, if its signature has parameters.
 *
 * @ecma II.22.34
 */
public final class Property extends Row {

  /** The table's number. */
  public static final int TABLE = 0x17;

  private static final int FLAGS = column(TABLE, "Flags");
  private static final int NAME = column(TABLE, "Name");
  private static final int TYPE = column(TABLE, "Type");

  /** Row {@code rid} of {@code image}. */
  public Property(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code PropertyAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** The name. */
  public String name() {
    return string(NAME);
  }

  /** The signature blob. */
  public Bytes signature() {
    return blob(TYPE);
  }
}
