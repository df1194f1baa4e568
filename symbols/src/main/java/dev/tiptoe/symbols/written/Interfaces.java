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

  /** A generated type implements five or fewer. */
  private static final int MOST = 64;

  private Interfaces() {}

  static List<String> of(TypeDef type) {
    return type.interfaces().stream()
        .limit(MOST)
        .map(each -> simpleName(type.image(), each.interfaceType()))
        .toList();
  }

  /** Returns the simple name of a type; empty where it has none. */
  static String simpleName(Image image, Token type) {
    if (!image.contains(type)) {
      return "";
    }
    return switch (type.table()) {
      case TypeRef.TABLE -> new TypeRef(image, type.rid()).name();
      case TypeDef.TABLE -> new TypeDef(image, type.rid()).name();
      case TypeSpec.TABLE ->
          TypeSignature.of(new TypeSpec(image, type.rid()).signature())
                      instanceof TypeSignature.GenericInstance instance
                  && instance.type() instanceof TypeSignature.Named named
                  && named.token().table() != TypeSpec.TABLE
              ? simpleName(image, named.token())
              : "";
      default -> "";
    };
  }
}
