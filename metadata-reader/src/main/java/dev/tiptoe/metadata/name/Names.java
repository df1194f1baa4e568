// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Names the rows of an image in one {@linkplain NameStyle style}, by default that of reflection:
 * types as {@code Namespace.Outer+Inner`1}, methods with their signature, such as {@code
 * System.String::Concat(System.String,System.String):System.String}.
 *
 * <p>A name has at most 64 KiB. Names that take more work than writing a KiB are long. When all
 * long names of an image together have taken the work of writing 64 MiB and twice its metadata,
 * further rows with long names count as damaged. No normal file comes near either limit.
 *
 * <p>Thread-safe. Names of types are cached, up to as many bytes as the file has, and four bytes
 * for each row of TypeDef and TypeRef; names of members are not.
 */
public final class Names {

  /** Receives a name in UTF-8. */
  @FunctionalInterface
  public interface Sink {
    /** Receives a name: the first {@code length} bytes of {@code text}, during this call only. */
    void accept(byte[] text, int length);
  }

  private final Image image;
  private final NameStyle style;
  private final TypeNames types;
  private final LongNames longNames;

  /** An unused writer; threads that name at the same time create others. */
  private final AtomicReference<@Nullable RowNames> idle = new AtomicReference<>();

  /** Creates names for the rows of {@code image} in the reflection style. */
  public Names(Image image) {
    this(image, NameStyle.REFLECTION);
  }

  /** Creates names for the rows of {@code image}. */
  public Names(Image image, NameStyle style) {
    this.image = image;
    this.style = style;
    this.types = new TypeNames(this.image, style);
    this.longNames = new LongNames(this.image);
  }

  /** Returns the style of the names. */
  public NameStyle style() {
    return style;
  }

  /**
   * Returns the name of a row. Where a signature is damaged, it has {@code ?} for the unreadable
   * part.
   *
   * @throws MetadataFormatException when there is no such row, or when it is damaged beyond its
   *     signature
   * @throws IllegalArgumentException when rows of that table have no name in this style
   */
  public String of(Token token) {
    return of(token, ignored -> {});
  }

  /** Returns the same; {@code damage} receives each unreadable signature. */
  public String of(Token token, Consumer<MetadataFormatException> damage) {
    Taken name = new Taken();
    write(token, damage, name);
    return name.text;
  }

  /**
   * Passes the same to {@code sink} in UTF-8, after all damage. Creates no string and nothing else,
   * so this is the way to print many names.
   */
  public void write(Token token, Consumer<MetadataFormatException> damage, Sink sink) {
    write(nameable(token), RowNames::row, damage, sink);
  }

  private Token nameable(Token token) {
    if (!style.isNameable(token.table())) {
      throw new IllegalArgumentException("rows like " + token + " have no name");
    }
    return token;
  }

  /**
   * The name of a MethodDef without its declaring type: name and signature.
   *
   * @throws MetadataFormatException when there is no such row, or when it is damaged beyond its
   *     signature
   * @throws IllegalArgumentException when the token is not that of a MethodDef
   */
  public String member(Token methodDef) {
    return part(methodDef, (names, token) -> names.member(names.methodDef(token)));
  }

  /**
   * Returns the name of the declaring type of a MethodDef, as in the name of the method.
   *
   * @throws MetadataFormatException when there is no such row, or when it is damaged
   * @throws IllegalArgumentException when the token is not that of a MethodDef
   */
  public String declaringType(Token methodDef) {
    return part(methodDef, (names, token) -> names.declaringType(names.methodDef(token)));
  }

  /**
   * Returns the part of a MethodDef's name that follows from its signature.
   *
   * @throws MetadataFormatException when there is no such row
   * @throws IllegalArgumentException when the token is not that of a MethodDef
   */
  public String signature(Token methodDef) {
    return part(methodDef, (names, token) -> names.signature(names.methodDef(token)));
  }

  /**
   * Returns whether the name of a type, or of the declaring type of a MethodDef, is written with
   * its namespace. It always is, except in the style of C#. There, a type has its namespace only if
   * another namespace of the module has a type of the same name.
   *
   * @param type a TypeDef, TypeRef, ExportedType or MethodDef
   * @throws MetadataFormatException when there is no such row, or when it is damaged
   * @throws IllegalArgumentException when the token is of another table
   */
  public boolean isQualified(Token type) {
    Token named =
        type.table() == MethodDef.TABLE
            ? new MethodDef(image, type.rid()).declaringType().token()
            : type;
    TypeRow outermost = TypeRow.chain(image, named.value()).get(0);
    return style != NameStyle.CSHARP || types.namesakes().include(outermost);
  }

  /** A name, or a part of one, that can be written. */
  @FunctionalInterface
  private interface Part {
    void write(RowNames names, Token row);
  }

  /** Makes a string of a name. */
  private static final class Taken implements Sink {

    private String text = "";

    @Override
    public void accept(byte[] utf8, int length) {
      text = new String(utf8, 0, length, StandardCharsets.UTF_8);
    }
  }

  private String part(Token methodDef, Part part) {
    if (methodDef.table() != MethodDef.TABLE) {
      throw new IllegalArgumentException(methodDef + " is no MethodDef");
    }
    Taken name = new Taken();
    write(methodDef, part, ignored -> {}, name);
    return name.text;
  }

  private void write(Token row, Part part, Consumer<MetadataFormatException> damage, Sink sink) {
    RowNames names = borrow();
    int most = longNames.most(row);
    try {
      names.text.limit(most);
      part.write(names, row);
      names.damage().forEach(damage);
      names.text.passTo(sink);
    } finally {
      longNames.add(row, most, names.text.work());
      giveBack(names);
    }
  }

  private RowNames borrow() {
    RowNames names = idle.getAndSet(null);
    return names == null ? RowNames.of(style, image, types) : names;
  }

  private void giveBack(RowNames names) {
    names.clear();
    idle.setRelease(names);
  }
}
