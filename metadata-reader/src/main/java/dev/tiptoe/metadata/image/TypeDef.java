// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import java.util.List;
import java.util.Optional;

/**
 * A type that this module defines.
 *
 * @param image where the row is
 * @param rid the row's number, from 1
 * @ecma II.22.37
 */
public record TypeDef(Image image, int rid) implements Row {

  /** The table's number. */
  public static final int TABLE = 0x02;

  private static final int FLAGS = 0;
  private static final int NAME = 1;
  private static final int NAMESPACE = 2;
  private static final int EXTENDS = 3;
  static final int FIELD_LIST = 4;
  static final int METHOD_LIST = 5;

  private static final int INTERFACE = 0x20;

  /** {@code TypeAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Whether this is an interface. */
  public boolean isInterface() {
    return (flags() & INTERFACE) != 0;
  }

  /**
   * The name without namespace and without the enclosing type; with the arity of a generic type,
   * such as {@code List`1}.
   */
  public String name() {
    return image.strings().get(nameOffset());
  }

  /** The namespace; empty for none and, as a rule, for nested types. */
  public String namespace() {
    return image.strings().get(namespaceOffset());
  }

  /**
   * The base type, a TypeDef, TypeRef or TypeSpec; nil for interfaces, {@code System.Object} and
   * {@code <Module>}.
   */
  public Token extendsType() {
    return image.tables().token(TABLE, rid, EXTENDS);
  }

  /** The type around this one. */
  public Optional<TypeDef> enclosing() {
    int enclosing = image.enclosingOf(rid);
    return enclosing == 0 ? Optional.empty() : Optional.of(new TypeDef(image, enclosing));
  }

  /** Whether it has type parameters; a type nested in a generic one repeats its parameters. */
  public boolean isGeneric() {
    return image.isGeneric(rid);
  }

  /** Its fields, in the order of the table. */
  public List<Field> fields() {
    return image.run(TABLE, rid, FIELD_LIST, Field.TABLE, field -> new Field(image, field));
  }

  /** Its methods, in the order of the table. */
  public List<MethodDef> methods() {
    return image.run(
        TABLE, rid, METHOD_LIST, MethodDef.TABLE, method -> new MethodDef(image, method));
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
