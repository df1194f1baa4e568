// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.heap.StringsHeap;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The namespace and name of a type to look up: those of a TypeRef or ExportedType, in its own
 * module, or two strings.
 *
 * <p>It is hashed once, whatever the number of searched modules, and the names in rows are not
 * converted to strings. Immutable.
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

  /** Returns the name in {@code reference}, without enclosing types. */
  public static SoughtType of(TypeRef reference) {
    StringsHeap heap = reference.image().strings();
    return new SoughtType(heap, reference.namespaceOffset(), reference.nameOffset());
  }

  /** Returns the name in {@code exported}, without enclosing types. */
  public static SoughtType of(ExportedType exported) {
    StringsHeap heap = exported.image().strings();
    return new SoughtType(heap, exported.namespaceOffset(), exported.nameOffset());
  }

  /**
   * Creates a name; empty when no heap can contain it, because it has a zero or an unpaired
   * surrogate.
   */
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

  /**
   * Returns the namespace and the name, joined with a dot.
   *
   * @throws dev.tiptoe.metadata.MetadataFormatException when one of them is too long for a name
   */
  public String fullName() {
    return heap.isEmpty(namespace) ? heap.name(name) : heap.name(namespace) + "." + heap.name(name);
  }

  /**
   * Returns the first row of that name in {@code index}, inside {@code enclosing}; 0 when none has
   * it.
   */
  int in(NameIndex index, int enclosing) {
    return index.find(enclosing, hash, heap, namespace, name);
  }

  /** Returns whether the other has the same namespace and name, byte for byte. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SoughtType sought
        && hash == sought.hash
        && heap.same(name, sought.heap, sought.name)
        && heap.same(namespace, sought.heap, sought.namespace);
  }

  /** Returns a hash that differs in every process, so that no file can have many of one. */
  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }
}
