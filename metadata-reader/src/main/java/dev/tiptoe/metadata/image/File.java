// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A file that belongs to this assembly.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.19
 */
public record File(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x26;

  /** The name, without a path. */
  public String name() {
    return image.strings().get(cell(1));
  }

  @Override
  public Token token() {
    return Token.of(TABLE, rid);
  }

  private int cell(int column) {
    return image.tables().cell(TABLE, rid, column);
  }
}
