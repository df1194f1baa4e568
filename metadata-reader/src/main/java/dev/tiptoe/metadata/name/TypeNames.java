// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The full names of the types that rows define, refer to or export, each made once. Thread-safe.
 */
final class TypeNames {

  /** How such a name is made. */
  @FunctionalInterface
  interface Maker {

    /** Writes the name of a TypeDef, TypeRef or ExportedType. */
    void write(int token, NameText name);
  }

  /** Longer than any real name; hostile ones could fill the memory from a small file. */
  private static final int LONGEST_KEPT = 1024;

  private final Maker maker;
  private final AtomicReferenceArray<byte[]> typeDefs;
  private final AtomicReferenceArray<byte[]> typeRefs;

  TypeNames(Image image, Maker maker) {
    this.maker = maker;
    typeDefs = new AtomicReferenceArray<>(image.tables().whole(TypeDef.TABLE) + 1);
    typeRefs = new AtomicReferenceArray<>(image.tables().whole(TypeRef.TABLE) + 1);
  }

  /** Writes the name of a TypeDef, TypeRef or ExportedType. */
  void write(int token, NameText text) {
    switch (token >>> 24) {
      case TypeDef.TABLE -> write(typeDefs, token, text);
      case TypeRef.TABLE -> write(typeRefs, token, text);
      default -> maker.write(token, text);
    }
  }

  private void write(AtomicReferenceArray<byte[]> names, int token, NameText text) {
    int rid = new Token(token).rid();
    byte[] name = rid < names.length() ? names.getAcquire(rid) : null;
    if (name != null) {
      text.add(name);
      return;
    }
    int begin = text.length();
    maker.write(token, text);
    if (rid < names.length() && text.length() - begin <= LONGEST_KEPT) {
      names.setRelease(rid, text.utf8From(begin));
    }
  }
}
