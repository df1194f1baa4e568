// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A row of a delta mapped to a row of the edited module; rows are in the order of their tokens.
 *
 * @ecma II.22 and the CLR's edit-and-continue format
 */
public final class EncMap extends Row {

  /** The table's number. */
  public static final int TABLE = 0x1f;

  private static final int TOKEN = column(TABLE, "Token");

  /** Creates the view of row {@code rid} of {@code image}. */
  public EncMap(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** Returns the token in the edited module. */
  public Token mapped() {
    return new Token(cell(TOKEN));
  }
}
