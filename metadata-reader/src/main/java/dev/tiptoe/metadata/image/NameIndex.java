// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.heap.StringsHeap;
import dev.tiptoe.metadata.table.Cells;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Finds rows of a table by the row around them, namespace and name, in constant time and without
 * creating objects.
 *
 * <p>Rows whose names lie outside the heap are left out. Immutable; six bytes a row, and four more
 * for each row of the table if any name occurs twice.
 */
final class NameIndex {

  /** The row around a row when it is not known: such a row is left out. */
  static final int UNKNOWN = -1;

  private static final int RID = 0x00ffffff;
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;
  private static final long MIX = 0xbf58476d1ce4e5b9L;
  private static final int[] NONE = {};

  private final StringsHeap strings;
  private final IntUnaryOperator around;
  private final @Nullable Cells namespaces;
  private final Cells names;

  /** An open-addressing table: a rid and, in the high byte, eight bits of its hash; 0 when free. */
  private final int[] slots;

  /** The next row of the same name, by row; empty when no name occurs twice. */
  private int[] next = NONE;

  /**
   * Builds the index of {@code rows}, which are in the order of the table.
   *
   * @param around returns the row around a row, or another number of its scope
   * @param namespaces the rows' namespaces; null when they have none
   * @param names the rows' names
   */
  NameIndex(
      StringsHeap strings,
      int[] rows,
      IntUnaryOperator around,
      @Nullable Cells namespaces,
      Cells names) {
    this.strings = strings;
    this.around = around;
    this.namespaces = namespaces;
    this.names = names;
    slots = new int[rows.length + (rows.length >>> 1) + 1];
    // The order is from the last to the first, so that the first of several with the same name is
    // found first.
    for (int i = rows.length - 1; i >= 0; i--) {
      add(rows[i], rows[rows.length - 1]);
    }
  }

  private void add(int rid, int last) {
    int enclosing = around.applyAsInt(rid);
    int namespace = namespace(rid);
    int name = names.at(rid);
    if (enclosing == UNKNOWN || !strings.contains(namespace) || !strings.contains(name)) {
      return;
    }
    long hash = inside(enclosing, hash(strings, namespace, name));
    int slot = slotOf(hash, enclosing, strings, namespace, name);
    if (slots[slot] != 0) {
      next = next.length == 0 ? new int[last + 1] : next;
      next[rid] = slots[slot] & RID;
    }
    slots[slot] = tag(hash) | rid;
  }

  private int namespace(int rid) {
    return namespaces == null ? 0 : namespaces.at(rid);
  }

  /**
   * The first row inside {@code enclosing} (0: at top level) with the name at those offsets of
   * {@code heap}, whose {@link #hash} is given; 0 when there is none.
   */
  int find(int enclosing, long hash, StringsHeap heap, int namespace, int name) {
    return slots[slotOf(inside(enclosing, hash), enclosing, heap, namespace, name)] & RID;
  }

  /**
   * Returns the row after {@code rid} that has the same name inside the same row; 0 when there is
   * none.
   */
  int next(int rid) {
    return next.length == 0 ? 0 : next[rid];
  }

  /** Returns the slot of the row of that name, or the free one where it would be. */
  private int slotOf(long hash, int enclosing, StringsHeap heap, int namespace, int name) {
    int tag = tag(hash);
    int slot = (int) (((hash >>> Integer.SIZE) * slots.length) >>> Integer.SIZE);
    while (slots[slot] != 0
        && ((slots[slot] & ~RID) != tag
            || !isNamed(slots[slot] & RID, enclosing, heap, namespace, name))) {
      slot = slot + 1 == slots.length ? 0 : slot + 1;
    }
    return slot;
  }

  private boolean isNamed(int rid, int enclosing, StringsHeap heap, int namespace, int name) {
    return around.applyAsInt(rid) == enclosing
        && strings.same(names.at(rid), heap, name)
        && strings.same(namespace(rid), heap, namespace);
  }

  /** Combines the hashes of a namespace and a name; those are secret, and so the result is. */
  static long hash(StringsHeap heap, int namespace, int name) {
    return heap.hashOfNamespace(namespace) * GOLDEN + heap.hash(name);
  }

  private static long inside(int enclosing, long name) {
    long hash = name * GOLDEN + enclosing;
    hash = (hash ^ (hash >>> 30)) * MIX;
    return hash ^ (hash >>> 29);
  }

  private static int tag(long hash) {
    return (int) hash & ~RID;
  }
}
