// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Cursor;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MemberRef;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.metadata.image.MethodSpec;
import dev.tiptoe.metadata.image.ModuleRef;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import java.util.function.Consumer;

/**
 * The names of an image's rows in the <em>reflection</em> style: types as {@code
 * Namespace.Outer+Inner`1}, methods with their signature, such as {@code
 * System.String::Concat(System.String,System.String):System.String}.
 *
 * <p>Thread-safe. Names of types are kept once made; names of members are not.
 */
public final class Names {

  private static final int FIELD_SIGNATURE = 0x06;

  private final Image image;
  private final TypeNames types;

  /** Names for the rows of {@code image}. */
  public Names(Image image) {
    this.image = image;
    this.types = new TypeNames(image);
  }

  /** Whether rows of that table have a name. */
  public static boolean isNameable(int table) {
    return switch (table) {
      case TypeRef.TABLE,
          TypeDef.TABLE,
          Field.TABLE,
          MethodDef.TABLE,
          MemberRef.TABLE,
          ModuleRef.TABLE,
          TypeSpec.TABLE,
          AssemblyRef.TABLE,
          ExportedType.TABLE,
          MethodSpec.TABLE ->
          true;
      default -> false;
    };
  }

  /**
   * The name of a row. Where a signature is damaged, {@code ?} stands for what cannot be read.
   *
   * @throws MetadataFormatException when there is no such row, or when it is damaged beyond its
   *     signature
   * @throws IllegalArgumentException when rows of that table have no name
   */
  public String of(Token token) {
    return of(token, damage -> {});
  }

  /** The same; {@code damage} is told of each signature that cannot be read. */
  public String of(Token token, Consumer<MetadataFormatException> damage) {
    StringBuilder name = new StringBuilder(96);
    append(token, new NameWriter(name, types), damage);
    return name.toString();
  }

  /**
   * The name of a MethodDef without its declaring type: name and signature.
   *
   * @throws MetadataFormatException when there is no such row, or when it is damaged beyond its
   *     signature
   */
  public String member(Token methodDef) {
    StringBuilder text = new StringBuilder(64);
    member(new MethodDef(image, methodDef.rid()), new NameWriter(text, types), damage -> {});
    return text.toString();
  }

  /** The name of the type that has a MethodDef. */
  public String declaringType(Token methodDef) {
    return types.of(new MethodDef(image, methodDef.rid()).declaringType().token());
  }

  private void append(Token token, NameWriter name, Consumer<MetadataFormatException> damage) {
    int rid = token.rid();
    switch (token.table()) {
      case TypeDef.TABLE, TypeRef.TABLE, ExportedType.TABLE -> name.text(types.of(token));
      case TypeSpec.TABLE -> typeSpec(token, name, damage);
      case Field.TABLE -> field(new Field(image, rid), name, damage);
      case MethodDef.TABLE -> method(new MethodDef(image, rid), name, damage);
      case MemberRef.TABLE -> memberRef(new MemberRef(image, rid), name, damage);
      case MethodSpec.TABLE -> methodSpec(new MethodSpec(image, rid), name, damage);
      case AssemblyRef.TABLE -> name.text(new AssemblyRef(image, rid).identity().toString());
      case ModuleRef.TABLE -> name.text(new ModuleRef(image, rid).name());
      default -> throw new IllegalArgumentException("rows like " + token + " have no name");
    }
  }

  private void typeSpec(Token token, NameWriter name, Consumer<MetadataFormatException> damage) {
    // A row that is not there is no damaged signature.
    image.tables().cell(TypeSpec.TABLE, token.rid(), 0);
    salvaged(name, damage, "?", () -> name.type(token));
  }

  private void field(Field field, NameWriter name, Consumer<MetadataFormatException> damage) {
    name.text(types.of(field.declaringType().token())).text("::").text(field.name());
    salvaged(name, damage, ":?", () -> name.fieldSignature(new Cursor(field.signature())));
  }

  private void method(MethodDef method, NameWriter name, Consumer<MetadataFormatException> damage) {
    name.text(types.of(method.declaringType().token())).text("::");
    member(method, name, damage);
  }

  private static void member(
      MethodDef method, NameWriter name, Consumer<MetadataFormatException> damage) {
    name.text(method.name());
    salvaged(name, damage, "(?):?", () -> name.methodSignature(new Cursor(method.signature())));
  }

  private void memberRef(
      MemberRef member, NameWriter name, Consumer<MetadataFormatException> damage) {
    Token parent = member.parent();
    switch (parent.table()) {
      case ModuleRef.TABLE -> name.text("<Module>");
      case MethodDef.TABLE ->
          name.text(types.of(new MethodDef(image, parent.rid()).declaringType().token()));
      default -> salvaged(name, damage, "?", () -> name.type(parent));
    }
    name.text("::").text(member.name());
    salvaged(name, damage, "(?):?", () -> memberSignature(new Cursor(member.signature()), name));
  }

  private static void memberSignature(Cursor signature, NameWriter name) {
    if ((signature.peek() & 0xf) == FIELD_SIGNATURE) {
      name.fieldSignature(signature);
    } else {
      name.methodSignature(signature);
    }
  }

  private void methodSpec(
      MethodSpec spec, NameWriter name, Consumer<MetadataFormatException> damage) {
    Token method = spec.method();
    if (method.table() != MethodDef.TABLE && method.table() != MemberRef.TABLE) {
      throw new IllegalArgumentException("rows like " + method + " have no name");
    }
    append(method, name, damage);
    salvaged(name, damage, "<?>", () -> name.instantiation(new Cursor(spec.instantiation())));
  }

  /**
   * Writes a part of a name; where its signature is damaged, {@code instead} takes the part's
   * place.
   */
  private static void salvaged(
      NameWriter name, Consumer<MetadataFormatException> damage, String instead, Runnable part) {
    int mark = name.length();
    try {
      part.run();
    } catch (MetadataFormatException e) {
      damage.accept(e);
      name.truncate(mark).text(instead);
    }
  }
}
