// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
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
  static final int NAME = column(TABLE, "TypeName");
  static final int NAMESPACE = column(TABLE, "TypeNamespace");
  private static final int EXTENDS = column(TABLE, "Extends");
  static final int FIELD_LIST = column(TABLE, "FieldList");
  static final int METHOD_LIST = column(TABLE, "MethodList");

  private static final int INTERFACE = 0x20;

  private static final int RT_SPECIAL_NAME = 0x800;

  /** Creates the view of row {@code rid} of {@code image}. */
  public TypeDef(Image image, int rid) {
    super(image, TABLE, rid);
  }

  /** {@code TypeAttributes}. */
  public int flags() {
    return cell(FLAGS);
  }

  /** Returns whether this is an interface. */
  public boolean isInterface() {
    return (flags() & INTERFACE) != 0;
  }

  /** Returns whether edit-and-continue has deleted it; the row stays without meaning. */
  public boolean isDeleted() {
    return isDeleted(flags(), RT_SPECIAL_NAME, NAME);
  }

  /**
   * The name without namespace and without the enclosing type; with the arity of a generic type,
   * such as {@code List`1}.
   */
  public String name() {
    return string(NAME);
  }

  /** Returns the namespace; empty for none and usually for nested types. */
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

  /** Returns the type around this one. */
  public Optional<TypeDef> enclosing() {
    int enclosing = image().enclosingOf(rid());
    return enclosing == 0 ? Optional.empty() : Optional.of(new TypeDef(image(), enclosing));
  }

  /**
   * Returns whether it has type parameters; a type nested in a generic one repeats its parameters.
   */
  public boolean isGeneric() {
    return !referring(GenericParam.TABLE, GenericParam.OWNER, GenericParam::new).isEmpty();
  }

  /** Returns its type parameters, by number. */
  public List<GenericParam> genericParameters() {
    return GenericParam.of(this);
  }

  /** Returns the types directly inside it. */
  public List<TypeDef> nestedTypes() {
    List<NestedClass> rows =
        referring(NestedClass.TABLE, NestedClass.ENCLOSING_CLASS, NestedClass::new);
    return new RowList<>(0, rows.size(), place -> rows.get(place).nested());
  }

  /** Returns the interfaces that it declares. */
  public List<InterfaceImpl> interfaces() {
    return referring(InterfaceImpl.TABLE, InterfaceImpl.CLASS, InterfaceImpl::new);
  }

  /** Returns its fields, in the order of the table. */
  public List<Field> fields() {
    return run(FIELD_LIST, Field.TABLE, Field::new);
  }

  /** Returns its methods, in the order of the table. */
  public List<MethodDef> methods() {
    return run(METHOD_LIST, MethodDef.TABLE, MethodDef::new);
  }

  /** Returns its properties, in the order of the table. */
  public List<Property> properties() {
    return referringFirst(PropertyMap.TABLE, PropertyMap.PARENT, PropertyMap::new)
        .map(PropertyMap::properties)
        .orElse(List.of());
  }

  /** Returns its events, in the order of the table. */
  public List<Event> events() {
    return referringFirst(EventMap.TABLE, EventMap.PARENT, EventMap::new)
        .map(EventMap::events)
        .orElse(List.of());
  }

  /**
   * Returns the rows that let its methods, or its base types' methods, implement methods of another
   * name.
   */
  public List<MethodImpl> methodImpls() {
    return referring(MethodImpl.TABLE, MethodImpl.CLASS, MethodImpl::new);
  }

  /** Returns the prescribed layout of its instances, if there is one. */
  public Optional<ClassLayout> layout() {
    return referringFirst(ClassLayout.TABLE, ClassLayout.PARENT, ClassLayout::new);
  }

  /** Returns its security declarations. */
  public List<DeclSecurity> securityDeclarations() {
    return referring(DeclSecurity.TABLE, DeclSecurity.PARENT, DeclSecurity::new);
  }

  /** Returns its methods called {@code name}, in the order of the table; found in constant time. */
  public List<MethodDef> findMethods(String name) {
    return image().findMembers(MethodDef.TABLE, this, name, MethodDef::new);
  }

  /**
   * Its method of that name and, byte for byte, that signature; found in constant time, unless
   * overloads differ only behind the first 64 bytes of their signatures.
   */
  public Optional<MethodDef> findMethod(String name, Bytes signature) {
    return image().findMember(MethodDef.TABLE, this, name, signature, MethodDef::new);
  }

  /** Returns its fields called {@code name}, in the order of the table; found in constant time. */
  public List<Field> findFields(String name) {
    return image().findMembers(Field.TABLE, this, name, Field::new);
  }

  /**
   * Returns its field of that name and, byte for byte, that signature; found as quickly as a
   * method.
   */
  public Optional<Field> findField(String name, Bytes signature) {
    return image().findMember(Field.TABLE, this, name, signature, Field::new);
  }

  /** Returns its properties called {@code name}; indexers may have several. */
  public List<Property> findProperties(String name) {
    return image().findMembers(Property.TABLE, this, name, Property::new);
  }

  /** Returns its events called {@code name}. */
  public List<Event> findEvents(String name) {
    return image().findMembers(Event.TABLE, this, name, Event::new);
  }

  int nameOffset() {
    return cell(NAME);
  }

  int namespaceOffset() {
    return cell(NAMESPACE);
  }
}
