// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A type that is made of others, described by a signature.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.39
 */
public record TypeSpec(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x1b;

  /** The signature blob. */
  public Bytes signature() {
    return image.blobs().get(cell(0));
  }

  @Override
  public Token token() {
    return Token.of(TABLE, rid);
  }

  private int cell(int column) {
    return image.tables().cell(TABLE, rid, column);
  }
}
