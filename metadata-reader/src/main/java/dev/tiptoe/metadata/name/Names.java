// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The names of an image's rows in one {@linkplain NameStyle style}, by default that of reflection:
 * types as {@code Namespace.Outer+Inner`1}, methods with their signature, such as {@code
 * System.String::Concat(System.String,System.String):System.String}.
 *
 * <p>A name has at most 64 KiB. Names that take more work than to write a KiB are long; once all
 * long names of an image were as much work as to write 64 MiB and twice its metadata, no more of
 * them are made: the names of such rows are damage. No honest file comes near either.
 *
 * <p>Thread-safe. Names of types are kept once made, up to as many bytes as the file has, and four
 * bytes for each row of TypeDef and TypeRef; names of members are not.
 */
public final class Names {

  private final Image image;
  private final NameStyle style;
  private final TypeNames types;
  private final LongNames longNames;

  /** A writer that nobody uses; threads that name at the same time make others. */
  private final AtomicReference<@Nullable RowNames> idle = new AtomicReference<>();

  /** Names for the rows of {@code image} in the reflection style. */
  public Names(Image image) {
    this(image, NameStyle.REFLECTION);
  }

  /** Names for the rows of {@code image}. */
  public Names(Image image, NameStyle style) {
    this.image = image;
    this.style = style;
    this.types = new TypeNames(this.image, RowNames.typeNames(style, this.image));
    this.longNames = new LongNames(this.image);
  }

  /** How the names are written. */
  public NameStyle style() {
    return style;
  }

  /**
   * The name of a row. Where a signature is damaged, {@code ?} stands for what cannot be read.
   *
   * @throws MetadataFormatException when there is no such row, or when it is damaged beyond its
   *     signature
   * @throws IllegalArgumentException when rows of that table have no name in this style
   */
  public String of(Token token) {
    return written(token, names -> names.row(nameable(token)));
  }

  /** The same; {@code damage} is told of each signature that cannot be read. */
  public String of(Token token, Consumer<MetadataFormatException> damage) {
    List<MetadataFormatException> met = new ArrayList<>();
    String name =
        written(
            token,
            names -> {
              names.onDamage(met::add);
              names.row(nameable(token));
            });
    met.forEach(damage);
    return name;
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
   * @throws IllegalArgumentException when the token is none of a MethodDef
   */
  public String member(Token methodDef) {
    return part(methodDef, RowNames::member);
  }

  /**
   * The name of the type that has a MethodDef, as it stands in the name of the method.
   *
   * @throws MetadataFormatException when there is no such row, or when it is damaged
   * @throws IllegalArgumentException when the token is none of a MethodDef
   */
  public String declaringType(Token methodDef) {
    return part(methodDef, RowNames::declaringType);
  }

  /**
   * What of a MethodDef's name is made of its signature.
   *
   * @throws MetadataFormatException when there is no such row
   * @throws IllegalArgumentException when the token is none of a MethodDef
   */
  public String signature(Token methodDef) {
    return part(methodDef, RowNames::signature);
  }

  /** Something that can be written of a method. */
  @FunctionalInterface
  private interface Part {
    void write(RowNames names, MethodDef method);
  }

  private String part(Token methodDef, Part part) {
    if (methodDef.table() != MethodDef.TABLE) {
      throw new IllegalArgumentException(methodDef + " is no MethodDef");
    }
    return written(methodDef, names -> part.write(names, new MethodDef(image, methodDef.rid())));
  }

  private String written(Token row, Consumer<RowNames> writing) {
    RowNames names = borrow();
    int most = longNames.most(row);
    try {
      names.text.limit(most);
      writing.accept(names);
      return names.text.take();
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
