// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Arrays;
import java.util.function.IntConsumer;

/**
 * From an ID to the rows that die with it. The writer's own; no other thread sees it.
 *
 * <p>Of references between types, only those to types that may die are written down here, so a
 * process without collectible load contexts pays nothing. Open addressing from ID to a list of
 * nodes; what was taken goes to a second list, for late facts.
 */
final class Dependents {

  private static final int NO_NODE = 0;

  private final IdHash hash = IdHash.unforeseeable();

  private long[] keys = new long[16];
  private int[] heads = new int[16];
  private int[] past = new int[16];
  private boolean[] taken = new boolean[16];
  private int used;

  private int[] rows = new int[16];
  private int[] next = new int[16];
  private int nodes;

  /** A class row as a dependent. */
  static int ofClass(int row) {
    return row;
  }

  /** A function row as a dependent. */
  static int ofFunction(int row) {
    return ~row;
  }

  void add(long id, int dependent) {
    if (used >= keys.length / 2) {
      grow();
    }
    int slot = takeSlot(id);
    int node = newNode();
    rows[node] = dependent;
    next[node] = heads[slot];
    heads[slot] = node;
  }

  /**
   * Passes the dependents of an ID that were not passed before to the action, which may not add
   * any.
   */
  void take(long id, IntConsumer action) {
    int slot = slot(id);
    int node = heads[slot];
    heads[slot] = NO_NODE;
    while (node != NO_NODE) {
      action.accept(rows[node]);
      int following = next[node];
      next[node] = past[slot];
      past[slot] = node;
      node = following;
    }
  }

  /** Hands over all dependents that an ID ever had; the action may not add any. */
  void forEach(long id, IntConsumer action) {
    int slot = slot(id);
    for (int node = heads[slot]; node != NO_NODE; node = next[node]) {
      action.accept(rows[node]);
    }
    for (int node = past[slot]; node != NO_NODE; node = next[node]) {
      action.accept(rows[node]);
    }
  }

  private int newNode() {
    int node = ++nodes;
    if (node == rows.length) {
      rows = Arrays.copyOf(rows, node * 2);
      next = Arrays.copyOf(next, node * 2);
    }
    return node;
  }

  private int takeSlot(long id) {
    int slot = slot(id);
    if (!taken[slot]) {
      taken[slot] = true;
      keys[slot] = id;
      used++;
    }
    return slot;
  }

  private int slot(long id) {
    int mask = keys.length - 1;
    int at = hash.of(id) >>> Integer.numberOfLeadingZeros(mask);
    while (taken[at] && keys[at] != id) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldHeads = heads;
    int[] oldPast = past;
    boolean[] oldTaken = taken;
    int length = Math.multiplyExact(oldKeys.length, 2);
    keys = new long[length];
    heads = new int[length];
    past = new int[length];
    taken = new boolean[length];
    used = 0;
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldTaken[i]) {
        int slot = takeSlot(oldKeys[i]);
        heads[slot] = oldHeads[i];
        past[slot] = oldPast[i];
      }
    }
  }
}
