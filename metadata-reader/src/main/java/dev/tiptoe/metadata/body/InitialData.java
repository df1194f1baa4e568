// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.body;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.ClassLayout;
import dev.tiptoe.metadata.image.Field;
import dev.tiptoe.metadata.image.FieldRva;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.Signature;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Finds the initial bytes of a field, as many as the size of its type. Stateless.
 *
 * @ecma II.22.18
 */
public final class InitialData {

  private InitialData() {}

  /**
   * Returns the initial bytes, not copied; empty when the size of the field's type is not in this
   * module, because its fields would have to be laid out.
   *
   * @throws MetadataFormatException when the row, signature or RVA is damaged; its reason names the
   *     row
   */
  public static Optional<Bytes> of(FieldRva row) {
    try {
      OptionalInt size = size(row.field());
      return size.isEmpty()
          ? Optional.empty()
          : Optional.of(row.image().container().atRva(row.rva(), size.getAsInt()));
    } catch (MetadataFormatException e) {
      throw e.about(row.token());
    }
  }

  private static OptionalInt size(Field field) {
    TypeSignature type =
        Signature.of(field.signature()) instanceof Signature.OfField of
            ? of.type()
            : PrimitiveType.VOID;
    while (type instanceof TypeSignature.Modified modified) {
      type = modified.type();
    }
    if (type instanceof PrimitiveType primitive) {
      return size(primitive);
    }
    return type instanceof TypeSignature.Named named && named.token().table() == TypeDef.TABLE
        ? size(field.image(), named.token().rid())
        : OptionalInt.empty();
  }

  private static OptionalInt size(PrimitiveType type) {
    return switch (type) {
      case BOOLEAN, I1, U1 -> OptionalInt.of(1);
      case CHAR, I2, U2 -> OptionalInt.of(2);
      case I4, U4, R4 -> OptionalInt.of(4);
      case I8, U8, R8 -> OptionalInt.of(8);
      default -> OptionalInt.empty();
    };
  }

  /** For data of its own a compiler makes a type without fields, of the required size. */
  private static OptionalInt size(Image image, int typeDef) {
    int prescribed = new TypeDef(image, typeDef).layout().map(ClassLayout::classSize).orElse(0);
    return prescribed == 0 ? OptionalInt.empty() : OptionalInt.of(prescribed);
  }
}
