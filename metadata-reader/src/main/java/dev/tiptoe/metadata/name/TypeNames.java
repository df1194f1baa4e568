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

  private final Image image;
  private final Maker maker;
  private final AtomicReferenceArray<byte[]> typeDefs;
  private final AtomicReferenceArray<byte[]> typeRefs;

  TypeNames(Image image, Maker maker) {
    this.image = image;
    this.maker = maker;
    typeDefs = new AtomicReferenceArray<>(image.tables().whole(TypeDef.TABLE) + 1);
    typeRefs = new AtomicReferenceArray<>(image.tables().whole(TypeRef.TABLE) + 1);
  }

  /** The name of a TypeDef, TypeRef or ExportedType in UTF-8; not to be written to. */
  byte[] of(int token) {
    return switch (token >>> 24) {
      case TypeDef.TABLE -> kept(typeDefs, token);
      case TypeRef.TABLE -> kept(typeRefs, token);
      default -> make(token);
    };
  }

  private byte[] kept(AtomicReferenceArray<byte[]> names, int token) {
    int rid = new Token(token).rid();
    byte[] name = rid < names.length() ? names.getAcquire(rid) : null;
    if (name != null) {
      return name;
    }
    byte[] made = make(token);
    if (rid < names.length() && made.length <= LONGEST_KEPT) {
      names.setRelease(rid, made);
    }
    return made;
  }

  private byte[] make(int token) {
    NameText name = new NameText(image);
    maker.write(token, name);
    return name.takeUtf8();
  }
}
