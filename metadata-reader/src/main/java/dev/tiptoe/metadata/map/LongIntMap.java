// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.map;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Maps longs to ints that are not 0: open addressing, 12 bytes for a slot, of which at most two
 * thirds are in use.
 *
 * <p>The hash is the high bits of a product. By the golden ratio it spreads sequences evenly, and
 * keeps keys that follow each other close in memory. Keys may also come from a file that was made
 * to let them collide: where they do, the factor becomes a random one.
 *
 * <p>One thread at a time writes. Others may read meanwhile: a reader that came after a write finds
 * it, another finds what was there before or after.
 */
public final class LongIntMap {

  private static final int SMALLEST_BITS = 4;
  private static final long GOLDEN = 0x9e3779b97f4a7c15L;

  /** How far from its place a key is rarely put, unless many collide. */
  private static final int FAR = 128;

  /** A slot whose value is 0 was removed; its key stays, so that no other key moves. */
  private static final class Slots {
    final long[] keys;
    final int[] values;
    final int shift;
    final long factor;

    Slots(int bits, long factor) {
      this.keys = new long[1 << bits];
      this.values = new int[1 << bits];
      this.shift = Long.SIZE - bits;
      this.factor = factor;
    }

    /** Returns the key's slot, or the free one where it would be. */
    int slot(long key) {
      int mask = keys.length - 1;
      int slot = (int) ((key * factor) >>> shift);
      while (keys[slot] != key && keys[slot] != 0) {
        slot = (slot + 1) & mask;
      }
      return slot;
    }

    boolean isFar(long key, int slot) {
      return ((slot - (int) ((key * factor) >>> shift)) & (keys.length - 1)) > FAR;
    }
  }

  private volatile Slots slots = new Slots(SMALLEST_BITS, GOLDEN);

  /** The value of the key 0, which marks free slots; 0 if it has none. */
  private int valueOfZero;

  /** How many slots have a key, and how many of these a value. */
  private int used;

  private int size;

  /** How many slots have a key when the factor may change again. */
  private int nextFactor;

  /** Creates an empty map. */
  public LongIntMap() {}

  /** Returns the number of keys that have a value. */
  public int size() {
    return size + (valueOfZero == 0 ? 0 : 1);
  }

  /** Returns whether no key has a value. */
  public boolean isEmpty() {
    return size() == 0;
  }

  /** Returns the value of a key; 0 if it has none. */
  public int get(long key) {
    if (key == 0) {
      return valueOfZero;
    }
    Slots current = slots;
    int slot = current.slot(key);
    return current.keys[slot] == key ? current.values[slot] : 0;
  }

  /**
   * Sets the value of a key.
   *
   * @param value not 0
   */
  public void put(long key, int value) {
    if (value == 0) {
      throw new IllegalArgumentException("0 is the value of an absent key");
    }
    if (key == 0) {
      valueOfZero = value;
      return;
    }
    Slots current = slots;
    int slot = current.slot(key);
    size += current.values[slot] == 0 ? 1 : 0;
    current.values[slot] = value;
    if (current.keys[slot] == 0) {
      current.keys[slot] = key;
      used++;
      if (used >= nextFactor && current.isFar(key, slot)) {
        nextFactor = 2 * used;
        rehash(current, ThreadLocalRandom.current().nextLong() | 1);
      } else if (used > current.keys.length / 3 * 2) {
        rehash(current, current.factor);
      }
    }
  }

  /** Removes the value of a key, if it has one. */
  public void remove(long key) {
    if (key == 0) {
      valueOfZero = 0;
      return;
    }
    Slots current = slots;
    int slot = current.slot(key);
    if (current.keys[slot] == key && current.values[slot] != 0) {
      current.values[slot] = 0;
      size--;
    }
  }

  /** Removes everything. */
  public void clear() {
    slots = new Slots(SMALLEST_BITS, GOLDEN);
    valueOfZero = 0;
    used = 0;
    size = 0;
    nextFactor = 0;
  }

  /** Makes room, without the keys that were removed. */
  private void rehash(Slots full, long factor) {
    int bits = Integer.SIZE - Integer.numberOfLeadingZeros(size) + 1;
    Slots roomy = new Slots(Math.max(SMALLEST_BITS, bits), factor);
    for (int i = 0; i < full.keys.length; i++) {
      if (full.values[i] != 0) {
        int slot = roomy.slot(full.keys[i]);
        roomy.values[slot] = full.values[i];
        roomy.keys[slot] = full.keys[i];
      }
    }
    used = size;
    slots = roomy;
  }
}
