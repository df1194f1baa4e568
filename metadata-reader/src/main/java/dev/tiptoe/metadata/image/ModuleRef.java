// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

/**
 * A reference to another module of the same assembly, or to a native library.
 *
 * @ecma II.22.31
 */
public final class ModuleRef extends Row {

  /** The table's number. */
  public static final int TABLE = 0x1a;

  private static final int NAME = column(TABLE, "Name");

  /** Creates the view of row {@code rid} of {@code image}. */
  public ModuleRef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the module's name. */
  public String name() {
    return string(NAME);
  }
}
