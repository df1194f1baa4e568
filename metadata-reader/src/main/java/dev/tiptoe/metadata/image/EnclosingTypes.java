// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Lists a type with the types that enclose it. Stateless. */
public final class EnclosingTypes {

  /** The CLR's own limit; a longer chain of enclosing types is a cycle. */
  private static final int DEEPEST = 1024;

  private static final Token NONE = new Token(0);

  private EnclosingTypes() {}

  /**
   * Returns a TypeDef, TypeRef or ExportedType and all types around it, from the outside inwards.
   *
   * @throws MetadataFormatException when it is enclosed by itself
   */
  public static List<Token> of(Image image, Token innermost) {
    Token around = around(image, innermost);
    if (around.isNil()) {
      return List.of(innermost);
    }
    List<Token> chain = new ArrayList<>(2);
    chain.add(innermost);
    for (Token type = around; !type.isNil(); type = around(image, type)) {
      if (chain.size() > DEEPEST) {
        throw image.strings().damaged(innermost + " is enclosed by itself");
      }
      chain.add(type);
    }
    Collections.reverse(chain);
    return chain;
  }

  private static Token around(Image image, Token type) {
    int rid = type.rid();
    return switch (type.table()) {
      case TypeDef.TABLE -> new TypeDef(image, rid).enclosing().map(Row::token).orElse(NONE);
      case TypeRef.TABLE -> sameTable(new TypeRef(image, rid).resolutionScope(), type);
      case ExportedType.TABLE -> sameTable(new ExportedType(image, rid).implementation(), type);
      default -> throw new IllegalArgumentException(type + " is no type");
    };
  }

  private static Token sameTable(Token scope, Token as) {
    return scope.table() == as.table() ? scope : NONE;
  }
}
