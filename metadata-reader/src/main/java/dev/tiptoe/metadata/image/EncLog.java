// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * One edit of a delta; the edits are made in the order of the rows.
 *
 * @ecma II.22 and the CLR's edit-and-continue format
 */
public final class EncLog extends Row {

  /** The table's number. */
  public static final int TABLE = 0x1e;

  private static final int TOKEN = column(TABLE, "Token");
  private static final int FUNC_CODE = column(TABLE, "FuncCode");

  /** Creates the view of row {@code rid} of {@code image}. */
  public EncLog(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /**
   * Returns the row that is edited; its token's high bit may mark a record that the compiler
   * dropped.
   */
  public Token edited() {
    return new Token(cell(TOKEN));
  }

  /**
   * Returns the operation: 0 edits the row itself; the others add to it 1 a method, 2 a field, 3 a
   * parameter, 4 a property, 5 an event.
   */
  public int operation() {
    return cell(FUNC_CODE);
  }
}
