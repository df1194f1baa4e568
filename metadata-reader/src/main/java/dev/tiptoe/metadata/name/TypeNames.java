// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The full names of types that rows define, refer to or export. Thread-safe.
 *
 * <p>Names are cached as long as all cached names are no larger than the file; other names are made
 * anew each time.
 */
final class TypeNames {

  /** Makes such a name. */
  @FunctionalInterface
  interface Maker {

    /** Writes the name of a TypeDef, TypeRef or ExportedType. */
    void write(int token, NameText name);
  }

  /** The size of an array beyond its bytes. */
  private static final int ARRAY = 16;

  private final Namesakes namesakes;
  private final Maker maker;
  private final AtomicReferenceArray<byte[]> typeDefs;
  private final AtomicReferenceArray<byte[]> typeRefs;

  /** The number of bytes that may still be cached. */
  private final AtomicInteger room;

  TypeNames(Image image, NameStyle style) {
    namesakes = new Namesakes(image);
    maker = RowNames.typeNames(style, image, namesakes);
    typeDefs = new AtomicReferenceArray<>(image.metadata().tables().whole(TypeDef.TABLE) + 1);
    typeRefs = new AtomicReferenceArray<>(image.metadata().tables().whole(TypeRef.TABLE) + 1);
    room = new AtomicInteger(image.metadata().container().file().length());
  }

  /** Returns the names that types of several namespaces have. */
  Namesakes namesakes() {
    return namesakes;
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
    if (rid < names.length() && hasRoom(ARRAY + text.length() - begin)) {
      names.setRelease(rid, text.utf8From(begin));
    }
  }

  /** Takes some of the room. Returns false when too little is left. */
  private boolean hasRoom(int bytes) {
    int left = room.get();
    return left >= bytes && room.compareAndSet(left, left - bytes);
  }
}
