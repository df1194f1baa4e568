// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.attribute;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.AssemblyRef;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** The names of TypeDefs and TypeRefs in the form that attributes use. Stateless. */
final class RowNames {

  /** The CLR's own limit; a chain of enclosing types that is longer is a circle. */
  private static final int DEEPEST = 1024;

  /** Few bytes can name a long name often; no honest type comes near this. */
  private static final int LONGEST = 1 << 16;

  private RowNames() {}

  /** The name of a TypeDef or TypeRef; of one in this module or assembly, without assembly. */
  static SerializedTypeName of(Image image, Token type) {
    Deque<String> path = new ArrayDeque<>();
    Token scope = type;
    int length = 0;
    while (scope.table() == TypeDef.TABLE || scope.table() == TypeRef.TABLE) {
      if (path.size() > DEEPEST || length > LONGEST) {
        throw image.strings().damaged(type + " is enclosed by itself, or its name has no end");
      }
      scope =
          scope.table() == TypeDef.TABLE
              ? typeDef(image, scope, path)
              : typeRef(image, scope, path);
      length += path.element().length();
    }
    if (path.isEmpty() || path.contains("")) {
      throw image.strings().damaged(type + " has no name");
    }
    boolean elsewhere = scope.table() == AssemblyRef.TABLE && !scope.isNil();
    String assembly = elsewhere ? new AssemblyRef(image, scope.rid()).identity().toString() : "";
    return new SerializedTypeName(List.copyOf(path), List.of(), "", assembly);
  }

  private static Token typeDef(Image image, Token token, Deque<String> path) {
    TypeDef type = new TypeDef(image, token.rid());
    path.push(qualified(type.namespace(), type.name()));
    Optional<TypeDef> enclosing = type.enclosing();
    return enclosing.map(TypeDef::token).orElse(new Token(0));
  }

  private static Token typeRef(Image image, Token token, Deque<String> path) {
    TypeRef type = new TypeRef(image, token.rid());
    path.push(qualified(type.namespace(), type.name()));
    return type.resolutionScope();
  }

  private static String qualified(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "." + name;
  }
}
