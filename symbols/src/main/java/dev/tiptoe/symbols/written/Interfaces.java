// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.written;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.image.TypeSpec;
import dev.tiptoe.metadata.signature.TypeSignature;
import java.util.List;

/** The simple names of the interfaces that a type implements. Stateless. */
final class Interfaces {

  private Interfaces() {}

  static List<String> of(TypeDef type) {
    return type.interfaces().stream()
        .map(each -> name(type.image(), each.interfaceType()))
        .toList();
  }

  private static String name(Image image, Token type) {
    return switch (type.table()) {
      case TypeRef.TABLE -> new TypeRef(image, type.rid()).name();
      case TypeDef.TABLE -> new TypeDef(image, type.rid()).name();
      case TypeSpec.TABLE ->
          TypeSignature.of(new TypeSpec(image, type.rid()).signature())
                      instanceof TypeSignature.GenericInstance instance
                  && instance.type() instanceof TypeSignature.Named named
                  && named.token().table() != TypeSpec.TABLE
              ? name(image, named.token())
              : "";
      default -> "";
    };
  }
}
