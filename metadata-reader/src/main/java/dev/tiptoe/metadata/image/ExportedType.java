// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import java.util.List;
import java.util.Optional;

/**
 * A type that this assembly offers although another module or assembly defines it.
 *
 * @ecma II.22.14
 */
public final class ExportedType extends Row {

  /** The table's number. */
  public static final int TABLE = 0x27;

  private static final int FLAGS = column(TABLE, "Flags");
  private static final int TYPE_DEF_ID = column(TABLE, "TypeDefId");
  static final int NAME = column(TABLE, "TypeName");
  static final int NAMESPACE = column(TABLE, "TypeNamespace");
  static final int IMPLEMENTATION = column(TABLE, "Implementation");

  /** Creates the view of row {@code rid} of {@code image}. */
  public ExportedType(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code TypeAttributes}; 0x00200000 for a forwarder. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns the TypeDef in its own module, as far as the compiler knew: only a hint. */
  public Token typeDefId() {
    return new Token(cell(TYPE_DEF_ID));
  }

  /** Returns the name without namespace and enclosing type. */
  public String name() {
    return string(NAME);
  }

  /** Returns the namespace; empty for none. */
  public String namespace() {
    return string(NAMESPACE);
  }

  /**
   * Returns the place of the type: a File of this assembly, an AssemblyRef (a forwarder), or the
   * ExportedType of the enclosing type.
   */
  public Token implementation() {
    return reference(IMPLEMENTATION);
  }

  /** Returns whether another assembly defines the type now. */
  public boolean isForwarder() {
    return implementation().table() == AssemblyRef.TABLE;
  }

  /** Returns the exported type around this one. */
  public Optional<ExportedType> enclosing() {
    Token around = implementation();
    return around.table() == TABLE
        ? Optional.of(new ExportedType(image(), around.rid()))
        : Optional.empty();
  }

  /** Returns the exported types directly inside it. */
  public List<ExportedType> nestedTypes() {
    return referring(TABLE, IMPLEMENTATION, ExportedType::new);
  }

  int nameOffset() {
    return cell(NAME);
  }

  int namespaceOffset() {
    return cell(NAMESPACE);
  }
}
