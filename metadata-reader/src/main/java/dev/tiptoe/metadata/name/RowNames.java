// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.Assembly;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Event;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.File;
import dev.tiptoe.metadata.image.GenericParam;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.ManifestResource;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.ModuleDef;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.Param;
import dev.tiptoe.metadata.image.Property;
import dev.tiptoe.metadata.image.Row;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Writes the names of rows in one style. Mutable, not thread-safe; writes one name after the other.
 */
abstract class RowNames {

  private static final int FIELD_SIGNATURE = 0x06;

  /** The column of a member's name, by table. */
  static final int[] NAMES = new int[MemberRef.TABLE << 2];

  static {
    int[] tables = {Field.TABLE, MethodDef.TABLE, MemberRef.TABLE, Event.TABLE, Property.TABLE};
    for (int table : tables) {
      NAMES[table] = TableSchema.ECMA_335.columnOf(table, "Name");
    }
  }

  final Image image;
  final NameText text;

  private final TypeNames names;
  private final String dot;
  private final Consumer<Token> owner;
  private final Consumer<Token> referred;
  private final List<MetadataFormatException> damage = new ArrayList<>();

  /** Creates an instance that writes {@code dot} between a type and its member. */
  RowNames(Image image, TypeNames names, String dot) {
    this.image = image;
    this.text = new NameText(image);
    this.names = names;
    this.dot = dot;
    this.owner = this::owner;
    this.referred = type -> types().type(type);
  }

  /** Returns the writer of full names of types in a style. */
  static TypeNames.Maker typeNames(NameStyle style, Image image, Namesakes namesakes) {
    return switch (style) {
      case REFLECTION -> (token, name) -> ReflectionTypes.writeName(image, token, name);
      case CLR -> (token, name) -> ClrTypes.writeName(image, token, name);
      case CSHARP -> {
        NestedTypes.Notation notation = CSharpTypes.notation(namesakes);
        yield (token, name) -> CSharpTypeName.write(image, token, name, notation);
      }
      case DOCID -> (token, name) -> DocIdTypes.writeName(image, token, name);
    };
  }

  /** Returns the writer of names of rows in a style. */
  static RowNames of(NameStyle style, Image image, TypeNames types) {
    return switch (style) {
      case REFLECTION -> new ReflectionNames(image, types);
      case CLR -> new ClrNames(image, types);
      case CSHARP -> new CSharpNames(image, types);
      case DOCID -> new DocIdNames(image, types);
    };
  }

  /** Clears the text and the damage. */
  void clear() {
    text.clear();
    damage.clear();
  }

  /** Returns what was wrong with each unreadable signature. */
  final List<MetadataFormatException> damage() {
    return damage;
  }

  /** Returns a row of the image. */
  final MethodDef methodDef(Token token) {
    return new MethodDef(image, token.rid());
  }

  /** Writes the name of any row whose table has names. */
  void row(Token token) {
    int rid = token.rid();
    switch (token.table()) {
      case TypeDef.TABLE, TypeRef.TABLE, ExportedType.TABLE -> type(token);
      case TypeSpec.TABLE -> typeSpec(new TypeSpec(image, rid));
      case Field.TABLE -> field(new Field(image, rid));
      case MethodDef.TABLE -> method(methodDef(token));
      case MemberRef.TABLE -> memberRef(new MemberRef(image, rid));
      case MethodSpec.TABLE -> methodSpec(new MethodSpec(image, rid));
      case Property.TABLE -> property(new Property(image, rid));
      case Event.TABLE -> event(new Event(image, rid));
      default -> text.add(plainName(token));
    }
  }

  /** Returns the name of a row whose name is the same in every style. */
  private String plainName(Token token) {
    int rid = token.rid();
    return switch (token.table()) {
      case Assembly.TABLE -> new Assembly(image, rid).identity().toString();
      case AssemblyRef.TABLE -> new AssemblyRef(image, rid).identity().toString();
      case ModuleDef.TABLE -> new ModuleDef(image, rid).name();
      case ModuleRef.TABLE -> new ModuleRef(image, rid).name();
      case File.TABLE -> new File(image, rid).name();
      case ManifestResource.TABLE -> new ManifestResource(image, rid).name();
      case Param.TABLE -> new Param(image, rid).name();
      case GenericParam.TABLE -> new GenericParam(image, rid).name();
      default -> throw new IllegalArgumentException("rows like " + token + " have no name");
    };
  }

  /** Writes the name of a TypeDef, TypeRef or ExportedType. */
  final void type(Token token) {
    type(token.value());
  }

  final void type(int token) {
    names.write(token, text);
  }

  void typeSpec(TypeSpec spec) {
    // A missing row differs from a damaged signature.
    image.metadata().tables().cell(TypeSpec.TABLE, spec.rid(), 0);
    referred(spec.token());
  }

  void field(Field field) {
    memberOf(field.declaringType());
    name(field);
  }

  final void method(MethodDef method) {
    declaringType(method);
    dot();
    member(method);
  }

  abstract void property(Property property);

  abstract void event(Event event);

  abstract void memberRef(MemberRef member);

  abstract void methodSpec(MethodSpec method);

  /** Returns the writer of types within names, except for those in signatures of their own. */
  abstract TypeWriter types();

  /** Writes the name of a method's type, as in the name of the method. */
  void declaringType(MethodDef method) {
    type(method.declaringType().token());
  }

  /** Writes the name of a type, as in the names of its members, and the separator. */
  final void memberOf(TypeDef type) {
    type(type.token());
    dot();
  }

  /** Writes the separator between a type and its member. */
  final void dot() {
    text.add(dot);
  }

  /** Writes the parent of a MemberRef. */
  final void parent(MemberRef member) {
    Token parent = member.parent();
    switch (parent.table()) {
      case ModuleRef.TABLE -> text.add("<Module>");
      case MethodDef.TABLE -> declaringType(new MethodDef(image, parent.rid()));
      default -> salvaged(parent, owner, "?");
    }
  }

  /** Writes the TypeDef, TypeRef or TypeSpec that has a member. */
  void owner(Token type) {
    types().type(type);
  }

  /** Writes a TypeDef, TypeRef or TypeSpec. */
  final void referred(Token type) {
    salvaged(type, referred, "?");
  }

  /** Writes the part of a method's name behind its type. */
  abstract void member(MethodDef method);

  /** Writes the part of a method's name that follows from its signature. */
  abstract void signature(MethodDef method);

  /** Writes a part of a name, or {@code instead} when its signature is damaged. */
  final <T> void salvaged(T row, Consumer<T> part, String instead) {
    int mark = text.length();
    try {
      part.accept(row);
    } catch (MetadataFormatException e) {
      damaged(e);
      text.giveUp(mark);
      text.add(instead);
    }
  }

  /** Reports an unreadable signature. */
  final void damaged(MetadataFormatException e) {
    damage.add(e);
  }

  /** Writes the name in a member's own row, unchanged. */
  final void name(Row row) {
    int table = row.token().table();
    text.string(image.metadata().tables().cell(table, row.rid(), NAMES[table]));
  }

  /** Returns the name in a member's own row, of which a part is to be written. */
  final String nameIn(Row row) {
    int table = row.token().table();
    return text.entry(image.metadata().tables().cell(table, row.rid(), NAMES[table]));
  }

  /** Returns whether a MemberRef refers to a field; an illegible one counts as a method. */
  final boolean isField(MemberRef member) {
    try {
      return isField(new Cursor(member.signature()));
    } catch (MetadataFormatException e) {
      return false;
    }
  }

  /** Returns whether a MemberRef's signature is that of a field. */
  static boolean isField(Cursor signature) {
    return (signature.peek() & 0xf) == FIELD_SIGNATURE;
  }
}
