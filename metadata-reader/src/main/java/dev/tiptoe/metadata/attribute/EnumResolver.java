// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import dev.tiptoe.metadata.signature.Signature;
import java.util.Optional;

/**
 * Finds the underlying types of enums of other modules. An implementation must be as thread-safe as
 * its user needs.
 */
@FunctionalInterface
public interface EnumResolver {

  /** A resolver that knows no enums. */
  EnumResolver NONE = (from, name) -> Optional.empty();

  /**
   * The type of an enum's values, one of {@code BOOLEAN} to {@code R8}; empty when it is not known.
   *
   * @param from the module whose attribute uses the enum
   * @param name the enum; without an assembly, it is in {@code from} or in the core library. It
   *     comes from the file, so it must not be used to open files unchecked
   */
  Optional<PrimitiveType> underlyingType(Image from, SerializedTypeName name);

  /**
   * Returns the type of an enum's values: that of its only field that is not static. Empty when the
   * type is not an enum.
   *
   * @ecma II.14.3
   */
  static Optional<PrimitiveType> underlyingType(TypeDef type) {
    return type.fields().stream()
        .filter(field -> !field.isStatic())
        .findFirst()
        .flatMap(
            field ->
                Signature.of(field.signature()) instanceof Signature.OfField signature
                        && signature.type() instanceof PrimitiveType primitive
                    ? Optional.of(primitive)
                    : Optional.empty())
        .filter(Scalar::has);
  }
}
