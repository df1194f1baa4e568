// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A type that this assembly offers although another module or assembly defines it.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.14
 */
public record ExportedType(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x27;

  private static final int NAME = 2;
  private static final int NAMESPACE = 3;
  private static final int IMPLEMENTATION = 4;

  /** The name without namespace and enclosing type. */
  public String name() {
    return image.strings().get(nameOffset());
  }

  /** The namespace; empty for none. */
  public String namespace() {
    return image.strings().get(namespaceOffset());
  }

  /**
   * Where the type is: a File of this assembly, an AssemblyRef (a forwarder), or the ExportedType
   * of the enclosing type.
   */
  public Token implementation() {
    return image.tables().token(TABLE, rid, IMPLEMENTATION);
  }

  int nameOffset() {
    return cell(NAME);
  }

  int namespaceOffset() {
    return cell(NAMESPACE);
  }

  @Override
  public Token token() {
    return Token.of(TABLE, rid);
  }

  private int cell(int column) {
    return image.tables().cell(TABLE, rid, column);
  }
}
