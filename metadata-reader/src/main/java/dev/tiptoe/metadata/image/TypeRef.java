// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A reference to a type that this module does not define.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.38
 */
public record TypeRef(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x01;

  private static final int RESOLUTION_SCOPE = 0;
  private static final int NAME = 1;
  private static final int NAMESPACE = 2;

  /**
   * Where the type is: a Module, ModuleRef, AssemblyRef, or the TypeRef of the enclosing type; nil:
   * look in this module and among its exported types.
   */
  public Token resolutionScope() {
    return image.tables().token(TABLE, rid, RESOLUTION_SCOPE);
  }

  /** The name without namespace and enclosing type. */
  public String name() {
    return image.strings().get(nameOffset());
  }

  /** The namespace; empty for none. */
  public String namespace() {
    return image.strings().get(namespaceOffset());
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
