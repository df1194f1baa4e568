// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.heap.StringsHeap;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A name that somebody asks for, in a small heap of its own, so that it is looked up as the entries
 * of heaps are.
 *
 * @param heap where it is
 * @param namespace offset of the namespace
 * @param name offset of the name
 */
record AskedName(StringsHeap heap, int namespace, int name) {

  /** The name; empty when no heap can hold it, since it has a zero or half a surrogate pair. */
  static Optional<AskedName> of(String namespace, String name) {
    String text = "\0" + namespace + "\0" + name + "\0";
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    boolean zeros = namespace.indexOf(0) >= 0 || name.indexOf(0) >= 0;
    if (zeros || !new String(utf8, StandardCharsets.UTF_8).equals(text)) {
      return Optional.empty();
    }
    int at = 2 + namespace.getBytes(StandardCharsets.UTF_8).length;
    return Optional.of(new AskedName(new StringsHeap(Bytes.of("a name", utf8)), 1, at));
  }

  /** The first row of that name in {@code index}, inside {@code enclosing}; 0 when none has it. */
  int in(NameIndex index, int enclosing) {
    return index.find(enclosing, heap, namespace, name);
  }
}
