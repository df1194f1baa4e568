// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.ExportedType;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The full names of the types that rows define, refer to or export, each made once. */
final class TypeNames {

  /** The CLR's own limit; a chain of enclosing types that is longer is a circle. */
  private static final int DEEPEST = 1024;

  /** Longer than any real name; hostile ones could fill the memory from a small file. */
  private static final int LONGEST_KEPT = 1024;

  private static final int LONGEST = 1 << 20;

  private final Image image;
  private final AtomicReferenceArray<String> typeDefs;
  private final AtomicReferenceArray<String> typeRefs;

  TypeNames(Image image) {
    this.image = image;
    typeDefs = new AtomicReferenceArray<>(image.tables().whole(TypeDef.TABLE) + 1);
    typeRefs = new AtomicReferenceArray<>(image.tables().whole(TypeRef.TABLE) + 1);
  }

  Image image() {
    return image;
  }

  /** The name of a TypeDef, TypeRef or ExportedType. */
  String of(Token token) {
    return switch (token.table()) {
      case TypeDef.TABLE -> kept(typeDefs, token);
      case TypeRef.TABLE -> kept(typeRefs, token);
      default -> make(token);
    };
  }

  private String kept(AtomicReferenceArray<String> names, Token token) {
    int rid = token.rid();
    String name = rid < names.length() ? names.getAcquire(rid) : null;
    if (name != null) {
      return name;
    }
    String made = make(token);
    if (rid < names.length() && made.length() <= LONGEST_KEPT) {
      names.setRelease(rid, made);
    }
    return made;
  }

  /** Writes the name from the inside outwards, so that no depth of nesting costs stack. */
  private String make(Token innermost) {
    StringBuilder name = new StringBuilder();
    Optional<Token> next = Optional.of(innermost);
    for (int depth = 0; next.isPresent(); depth++) {
      if (depth > DEEPEST) {
        throw image.strings().damaged(innermost + " is enclosed by itself");
      }
      if (name.length() > LONGEST) {
        throw image.strings().damaged(innermost + " has a name of more than " + LONGEST);
      }
      Token token = next.get();
      name.insert(0, simpleName(token) + (depth == 0 ? "" : "+"));
      next = enclosing(token);
    }
    return name.toString();
  }

  private String simpleName(Token token) {
    int rid = token.rid();
    return switch (token.table()) {
      case TypeDef.TABLE ->
          qualified(new TypeDef(image, rid).namespace(), new TypeDef(image, rid).name());
      case TypeRef.TABLE ->
          qualified(new TypeRef(image, rid).namespace(), new TypeRef(image, rid).name());
      default ->
          qualified(new ExportedType(image, rid).namespace(), new ExportedType(image, rid).name());
    };
  }

  private static String qualified(String namespace, String name) {
    return namespace.isEmpty() ? name : namespace + "." + name;
  }

  private Optional<Token> enclosing(Token token) {
    int rid = token.rid();
    return switch (token.table()) {
      case TypeDef.TABLE -> new TypeDef(image, rid).enclosing().map(TypeDef::token);
      case TypeRef.TABLE -> inSameTable(new TypeRef(image, rid).resolutionScope(), TypeRef.TABLE);
      default -> inSameTable(new ExportedType(image, rid).implementation(), ExportedType.TABLE);
    };
  }

  private static Optional<Token> inSameTable(Token token, int table) {
    return token.table() == table && !token.isNil() ? Optional.of(token) : Optional.empty();
  }
}
