// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.attribute.ArgumentType.OfEnum;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The enums that one attribute uses: those of its own module by their field, others through the
 * resolver. It keeps the one that was not found. Mutable, not thread-safe.
 */
final class EnumTypes {

  private final Image image;
  private final EnumResolver resolver;
  private @Nullable SerializedTypeName unresolved;

  EnumTypes(Image image, EnumResolver resolver) {
    this.image = image;
    this.resolver = resolver;
  }

  /** Returns the enum of that name; empty when it is not known. */
  Optional<OfEnum> of(SerializedTypeName name) {
    Optional<OfEnum> type =
        here(name)
            .or(() -> resolver.underlyingType(image, name))
            .filter(Scalar::has)
            .map(underlying -> new OfEnum(name, underlying));
    if (type.isEmpty()) {
      unresolved = name;
    }
    return type;
  }

  /** Returns the enum that was not known. */
  SerializedTypeName unresolved() {
    SerializedTypeName name = unresolved;
    if (name == null) {
      throw new IllegalStateException("every enum was known");
    }
    return name;
  }

  private Optional<PrimitiveType> here(SerializedTypeName name) {
    return name.assembly().isEmpty() || name.assemblyName().equals(ownName())
        ? name.in(image).flatMap(EnumResolver::underlyingType)
        : Optional.empty();
  }

  private String ownName() {
    return image.assembly().map(assembly -> assembly.name()).orElse("");
  }
}
