// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A reference to another module of the same assembly, or to a native library.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.31
 */
public record ModuleRef(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x1a;

  /** The module's name. */
  public String name() {
    return image.strings().get(cell(0));
  }

  @Override
  public Token token() {
    return Token.of(TABLE, rid);
  }

  private int cell(int column) {
    return image.tables().cell(TABLE, rid, column);
  }
}
