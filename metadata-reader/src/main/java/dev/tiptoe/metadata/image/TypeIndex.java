// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.heap.StringsHeap;
import java.util.function.IntUnaryOperator;

/**
 * Rows that name a type, found by enclosing row, namespace and name in constant time and without
 * making strings.
 *
 * <p>Of rows with the same name the first is found. Immutable; four to eight bytes a row.
 */
final class TypeIndex {

  private final StringsHeap strings;
  private final IntUnaryOperator enclosing;
  private final IntUnaryOperator namespaces;
  private final IntUnaryOperator names;
  private final int[] slots;

  /**
   * Builds the index of rows 1 to {@code rows}.
   *
   * @param enclosing row of the type around a row's; 0 for none
   * @param namespaces offset of a row's namespace
   * @param names offset of a row's name
   */
  TypeIndex(
      StringsHeap strings,
      int rows,
      IntUnaryOperator enclosing,
      IntUnaryOperator namespaces,
      IntUnaryOperator names) {
    this.strings = strings;
    this.enclosing = enclosing;
    this.namespaces = namespaces;
    this.names = names;
    slots = new int[Integer.highestOneBit(Math.max(1, rows)) * 4];
    for (int rid = 1; rid <= rows; rid++) {
      int around = enclosing.applyAsInt(rid);
      int namespace = namespaces.applyAsInt(rid);
      int name = names.applyAsInt(rid);
      int slot = slotOf(around, strings, namespace, name);
      if (slots[slot] == 0) {
        slots[slot] = rid;
      }
    }
  }

  /**
   * The row inside {@code around} (0: at top level) with the name at those offsets of {@code heap};
   * 0 when there is none.
   */
  int find(int around, StringsHeap heap, int namespace, int name) {
    return slots[slotOf(around, heap, namespace, name)];
  }

  /** The slot that holds the row of that name, or the free one where it would be. */
  private int slotOf(int around, StringsHeap heap, int namespace, int name) {
    int mask = slots.length - 1;
    int hash = (around * 31 + heap.hash(namespace)) * 31 + heap.hash(name);
    int slot = (hash ^ (hash >>> 15)) & mask;
    while (slots[slot] != 0 && !isNamed(slots[slot], around, heap, namespace, name)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  private boolean isNamed(int rid, int around, StringsHeap heap, int namespace, int name) {
    return enclosing.applyAsInt(rid) == around
        && strings.same(names.applyAsInt(rid), heap, name)
        && strings.same(namespaces.applyAsInt(rid), heap, namespace);
  }
}
