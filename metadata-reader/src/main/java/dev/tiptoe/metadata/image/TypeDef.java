// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import java.util.List;
import java.util.Optional;

/**
 * A type that this module defines.
 *
 * @ecma II.22.37
 */
public final class TypeDef extends Row {

  /** The table's number. */
  public static final int TABLE = 0x02;

  private static final int FLAGS = column(TABLE, "Flags");
  private static final int NAME = column(TABLE, "TypeName");
  private static final int NAMESPACE = column(TABLE, "TypeNamespace");
  private static final int EXTENDS = column(TABLE, "Extends");
  static final int FIELD_LIST = column(TABLE, "FieldList");
  static final int METHOD_LIST = column(TABLE, "MethodList");

  private static final int INTERFACE = 0x20;

  /** Row {@code rid} of {@code image}. */
  public TypeDef(Image image, int rid) {
    super(image, TABLE, rid);
  }

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
    return string(NAME);
  }

  /** The namespace; empty for none and, as a rule, for nested types. */
  public String namespace() {
    return string(NAMESPACE);
  }

  /**
   * The base type, a TypeDef, TypeRef or TypeSpec; nil for interfaces, {@code System.Object} and
   * {@code <Module>}.
   */
  public Token extendsType() {
    return reference(EXTENDS);
  }

  /** The type around this one. */
  public Optional<TypeDef> enclosing() {
    int enclosing = image().enclosingOf(rid());
    return enclosing == 0 ? Optional.empty() : Optional.of(new TypeDef(image(), enclosing));
  }

  /** Whether it has type parameters; a type nested in a generic one repeats its parameters. */
  public boolean isGeneric() {
    return image().isGeneric(rid());
  }

  /** Its fields, in the order of the table. */
  public List<Field> fields() {
    return run(FIELD_LIST, Field.TABLE, Field::new);
  }

  /** Its methods, in the order of the table. */
  public List<MethodDef> methods() {
    return run(METHOD_LIST, MethodDef.TABLE, MethodDef::new);
  }

  int nameOffset() {
    return cell(NAME);
  }

  int namespaceOffset() {
    return cell(NAMESPACE);
  }
}
