// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

/**
 * Maps longs to ints: open addressing, 12 bytes for a slot. Neither key nor value is 0.
 *
 * <p>One thread at a time writes. Others may read meanwhile: a reader that came after a write finds
 * it, another finds what was there before or after.
 */
final class LongTable {

  private static final int SMALLEST = 16;

  /** A slot whose value is 0 was taken out; its key stays, so that no other key moves. */
  private static final class Slots {
    final long[] keys;
    final int[] values;

    Slots(int size) {
      keys = new long[size];
      values = new int[size];
    }

    /** The key's slot, or the empty one where it would be. */
    int slot(long key) {
      int mask = keys.length - 1;
      int slot = spread(key) & mask;
      while (keys[slot] != 0 && keys[slot] != key) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    private static int spread(long key) {
      long mixed = key * 0x9e37_79b9_7f4a_7c15L;
      return (int) (mixed >>> Integer.SIZE);
    }
  }

  private volatile Slots slots = new Slots(SMALLEST);

  /** How many slots have a key. */
  private int used;

  /** Returns the value of a key, or 0. */
  int get(long key) {
    Slots current = slots;
    int slot = current.slot(key);
    return current.keys[slot] == key ? current.values[slot] : 0;
  }

  void put(long key, int value) {
    Slots current = slots;
    int slot = current.slot(key);
    current.values[slot] = value;
    if (current.keys[slot] == 0) {
      current.keys[slot] = key;
      used++;
      if (used > current.keys.length / 3 * 2) {
        rehash(current);
      }
    }
  }

  void remove(long key) {
    Slots current = slots;
    int slot = current.slot(key);
    if (current.keys[slot] == key) {
      current.values[slot] = 0;
    }
  }

  /** Makes room, without the keys that were taken out. */
  private void rehash(Slots full) {
    int live = 0;
    for (int value : full.values) {
      live += value == 0 ? 0 : 1;
    }
    Slots roomy = new Slots(Math.max(SMALLEST, Integer.highestOneBit(live) * 4));
    for (int i = 0; i < full.keys.length; i++) {
      if (full.values[i] != 0) {
        int slot = roomy.slot(full.keys[i]);
        roomy.values[slot] = full.values[i];
        roomy.keys[slot] = full.keys[i];
      }
    }
    used = live;
    slots = roomy;
  }
}
