// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

/**
 * The name of a local variable.
 *
 * @ecma the portable PDB specification, LocalVariable table
 */
public final class LocalVariable extends Row {

  /** The table's number. */
  public static final int TABLE = 0x33;

  private static final int ATTRIBUTES = column(TABLE, "Attributes");
  private static final int INDEX = column(TABLE, "Index");
  private static final int NAME = column(TABLE, "Name");

  /** Creates the view of row {@code rid} of {@code image}. */
  public LocalVariable(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the attributes; 1: hidden from a debugger. */
  public int attributes() {
    return cell(ATTRIBUTES);
  }

  /** Returns its slot in the signature of the locals. */
  public int index() {
    return cell(INDEX);
  }

  /** Returns the name. */
  public String name() {
    return string(NAME);
  }
}
