// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import dev.tiptoe.metadata.heap.StringsHeap;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.TypeDef;
import dev.tiptoe.metadata.image.TypeRef;
import dev.tiptoe.metadata.table.TableSchema;
import dev.tiptoe.metadata.table.Tables;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The names that types of several namespaces have in a module, among those that it defines or
 * refers to: without their namespaces, these types would look the same. Thread-safe; two threads
 * that call first may both search.
 *
 * <p>A namespace that begins with {@code <} is generated, as F# generates one for the code of a
 * file. A type in such a namespace is written with it, but it does not make other types be written
 * with theirs.
 *
 * <p>Names are compared by their hashes, which are secret. If two names had one hash, they would
 * only be written longer.
 */
final class Namesakes {

  private static final int FLAGS = TableSchema.ECMA_335.columnOf(TypeDef.TABLE, "Flags");
  private static final int SCOPE = TableSchema.ECMA_335.columnOf(TypeRef.TABLE, "ResolutionScope");

  /** The visibility of a type, and the first that a nested type has. */
  private static final int VISIBILITY = 0x7;

  private static final int NESTED_PUBLIC = 0x2;

  private final Image image;

  /** The names; null before they are needed. */
  private volatile @Nullable Names names;

  /**
   * The hashes of the names.
   *
   * @param shared those that written types of several namespaces have
   * @param madeUp those that a type in a generated namespace has in common with another
   */
  private record Names(Set<Long> shared, Set<Long> madeUp) {}

  Namesakes(Image image) {
    this.image = image;
  }

  /** Returns whether a type at top level has its name in common with one of another namespace. */
  boolean include(TypeRow type) {
    Names known = names;
    if (known == null) {
      known = read();
      names = known;
    }
    if (known.shared().isEmpty() && known.madeUp().isEmpty()) {
      return false;
    }
    long hash = hash(type);
    return isMadeUp(type)
        ? known.madeUp().contains(hash)
        : known.shared().contains(hash) && !CSharpKeywords.isKeyword(image, type);
  }

  private long hash(TypeRow type) {
    return image.metadata().strings().hash(type.sourceName(image));
  }

  private boolean isMadeUp(TypeRow type) {
    return image.metadata().strings().get(type.namespace(), 1).equals("<");
  }

  private Names read() {
    int[] count = new int[1];
    Tables tables = image.metadata().tables();
    long[] hashes = new long[tables.whole(TypeDef.TABLE) + tables.whole(TypeRef.TABLE)];
    forEachTopLevel(type -> hashes[count[0]++] = hash(type));
    Set<Long> repeated = repeated(hashes, count[0]);
    Names found = new Names(new HashSet<>(), new HashSet<>());
    if (!repeated.isEmpty()) {
      Map<Long, Integer> namespaces = new HashMap<>();
      forEachTopLevel(type -> compare(type, repeated, namespaces, found));
    }
    return found;
  }

  private static Set<Long> repeated(long[] hashes, int count) {
    Arrays.sort(hashes, 0, count);
    Set<Long> repeated = new HashSet<>();
    for (int i = 1; i < count; i++) {
      if (hashes[i] == hashes[i - 1]) {
        repeated.add(hashes[i]);
      }
    }
    return repeated;
  }

  private void compare(
      TypeRow type, Set<Long> repeated, Map<Long, Integer> namespaces, Names found) {
    long hash = hash(type);
    if (!repeated.contains(hash) || CSharpKeywords.isKeyword(image, type)) {
      return;
    }
    if (isMadeUp(type)) {
      found.madeUp().add(hash);
      return;
    }
    StringsHeap strings = image.metadata().strings();
    Integer other = namespaces.putIfAbsent(hash, type.namespace());
    if (other != null && !strings.same(other, strings, type.namespace())) {
      found.shared().add(hash);
    }
  }

  /** Passes the types that are in no other type, and whose names are in the heap. */
  private void forEachTopLevel(Consumer<TypeRow> types) {
    Tables tables = image.metadata().tables();
    for (int rid = 1; rid <= tables.whole(TypeDef.TABLE); rid++) {
      boolean isNested = (tables.cell(TypeDef.TABLE, rid, FLAGS) & VISIBILITY) >= NESTED_PUBLIC;
      pass(TypeDef.TABLE << 24 | rid, isNested, types);
    }
    for (int rid = 1; rid <= tables.whole(TypeRef.TABLE); rid++) {
      boolean isNested = tables.decoded(TypeRef.TABLE, rid, SCOPE) >>> 24 == TypeRef.TABLE;
      pass(TypeRef.TABLE << 24 | rid, isNested, types);
    }
  }

  private void pass(int token, boolean isNested, Consumer<TypeRow> types) {
    TypeRow type = TypeRow.of(image, token);
    StringsHeap strings = image.metadata().strings();
    if (!isNested && strings.contains(type.name()) && strings.contains(type.namespace())) {
      types.accept(type);
    }
  }
}
