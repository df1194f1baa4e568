// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import dev.tiptoe.metadata.attribute.EnumResolver;
import dev.tiptoe.metadata.attribute.SerializedTypeName;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.signature.PrimitiveType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The enums of some modules, by name alone, as {@code MetadataDump} finds them. */
final class Enums implements EnumResolver {

  private final List<Image> images = new ArrayList<>();
  private final Map<List<String>, Optional<PrimitiveType>> known = new HashMap<>();

  Enums(List<Path> files) {
    for (Path file : files) {
      try {
        images.add(Image.open(file));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public Optional<PrimitiveType> underlyingType(Image from, SerializedTypeName name) {
    return name.in(from)
        .flatMap(EnumResolver::underlyingType)
        .or(() -> known.computeIfAbsent(name.path(), path -> anywhere(name)));
  }

  private Optional<PrimitiveType> anywhere(SerializedTypeName name) {
    return images.stream()
        .flatMap(image -> name.in(image).stream())
        .filter(Enums::isEnum)
        .findFirst()
        .flatMap(EnumResolver::underlyingType);
  }

  private static boolean isEnum(TypeDef type) {
    return type.fields().stream().anyMatch(field -> field.name().equals("value__"));
  }
}
