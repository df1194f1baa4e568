// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * One edit of a delta, in the order in which they are to be made.
 *
 * @ecma II.22 and the CLR's edit-and-continue format
 */
public final class EncLog extends Row {

  /** The table's number. */
  public static final int TABLE = 0x1e;

  private static final int TOKEN = column(TABLE, "Token");
  private static final int FUNC_CODE = column(TABLE, "FuncCode");

  /** Row {@code rid} of {@code image}. */
  public EncLog(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** The row that is edited; its token's high bit may mark a record that the compiler dropped. */
  public Token edited() {
    return new Token(cell(TOKEN));
  }

  /**
   * What is done: 0 the row itself, 1 a method, 2 a field, 3 a parameter, 4 a property, 5 an event
   * is added to it.
   */
  public int operation() {
    return cell(FUNC_CODE);
  }
}
