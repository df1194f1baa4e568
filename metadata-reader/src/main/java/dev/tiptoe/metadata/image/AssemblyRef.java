// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.AssemblyVersion;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;

/**
 * A reference to another assembly.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.5
 */
public record AssemblyRef(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x23;

  private static final int FLAGS = 4;
  private static final int PUBLIC_KEY_OR_TOKEN = 5;
  private static final int NAME = 6;
  private static final int CULTURE = 7;

  private static final int FULL_PUBLIC_KEY = 0x1;

  /** The simple name. */
  public String name() {
    return image.strings().get(cell(NAME));
  }

  /** The identity that is asked for. */
  public AssemblyIdentity identity() {
    AssemblyVersion version = new AssemblyVersion(cell(0), cell(1), cell(2), cell(3));
    Bytes key = image.blobs().get(cell(PUBLIC_KEY_OR_TOKEN));
    boolean full = (cell(FLAGS) & FULL_PUBLIC_KEY) != 0;
    String token = full ? PublicKey.token(key) : PublicKey.hex(key);
    return new AssemblyIdentity(name(), version, image.strings().get(cell(CULTURE)), token);
  }

  @Override
  public Token token() {
    return Token.of(TABLE, rid);
  }

  private int cell(int column) {
    return image.tables().cell(TABLE, rid, column);
  }
}
