// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;

/**
 * A reference to a type that this module does not define.
 *
 * @ecma II.22.38
 */
public final class TypeRef extends Row {

  /** The table's number. */
  public static final int TABLE = 0x01;

  private static final int RESOLUTION_SCOPE = column(TABLE, "ResolutionScope");
  private static final int NAME = column(TABLE, "TypeName");
  private static final int NAMESPACE = column(TABLE, "TypeNamespace");

  /** Creates the view of row {@code rid} of {@code image}. */
  public TypeRef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /**
   * Returns the place of the type: a Module, ModuleRef, AssemblyRef, or the TypeRef of the
   * enclosing type; nil: this module or its exported types.
   */
  public Token resolutionScope() {
    return reference(RESOLUTION_SCOPE);
  }

  /** Returns the name without namespace and enclosing type. */
  public String name() {
    return string(NAME);
  }

  /** Returns the namespace; empty for none. */
  public String namespace() {
    return string(NAMESPACE);
  }

  int nameOffset() {
    return cell(NAME);
  }

  int namespaceOffset() {
    return cell(NAMESPACE);
  }
}
