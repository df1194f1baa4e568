// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.heap.StringsHeap;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The namespace and name of a type that is looked for: those of a TypeRef or ExportedType, in its
 * own module, or two strings.
 *
 * <p>It is hashed once, however many modules are asked, and no string is made of those of a row.
 * Immutable.
 */
public final class SoughtType {

  private final StringsHeap heap;
  private final int namespace;
  private final int name;
  private final long hash;

  private SoughtType(StringsHeap heap, int namespace, int name) {
    this.heap = heap;
    this.namespace = namespace;
    this.name = name;
    this.hash = NameIndex.hash(heap, namespace, name);
  }

  /** What {@code reference} names, without what is around it. */
  public static SoughtType of(TypeRef reference) {
    StringsHeap heap = reference.image().strings();
    return new SoughtType(heap, reference.namespaceOffset(), reference.nameOffset());
  }

  /** What {@code exported} names, without what is around it. */
  public static SoughtType of(ExportedType exported) {
    StringsHeap heap = exported.image().strings();
    return new SoughtType(heap, exported.namespaceOffset(), exported.nameOffset());
  }

  /** A name; empty when no heap can hold it, since it has a zero or half a surrogate pair. */
  static Optional<SoughtType> of(String namespace, String name) {
    String text = "\0" + namespace + "\0" + name + "\0";
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    boolean zeros = namespace.indexOf(0) >= 0 || name.indexOf(0) >= 0;
    if (zeros || !new String(utf8, StandardCharsets.UTF_8).equals(text)) {
      return Optional.empty();
    }
    StringsHeap heap = new StringsHeap(Bytes.of("a name", utf8));
    int at = 2 + namespace.getBytes(StandardCharsets.UTF_8).length;
    return Optional.of(new SoughtType(heap, 1, at));
  }

  /** The first row of that name in {@code index}, inside {@code enclosing}; 0 when none has it. */
  int in(NameIndex index, int enclosing) {
    return index.find(enclosing, hash, heap, namespace, name);
  }
}
