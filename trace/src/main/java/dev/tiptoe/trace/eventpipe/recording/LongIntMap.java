// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import java.util.concurrent.ThreadLocalRandom;

/**
 * Maps longs to ints that are not 0: open addressing, 12 bytes for a slot. The hash cannot be
 * foreseen by who wrote the file. Mutable, not thread-safe.
 */
final class LongIntMap {

  private final long factor = ThreadLocalRandom.current().nextLong() | 1;
  private long[] keys = new long[16];

  /** 0 marks a free slot. */
  private int[] values = new int[16];

  private int count;

  /** Returns the value of a key; 0 where it has none. */
  int get(long key) {
    return values[slot(key)];
  }

  void put(long key, int value) {
    int slot = slot(key);
    if (values[slot] == 0) {
      keys[slot] = key;
      count++;
    }
    values[slot] = value;
    if (count > keys.length / 3 * 2) {
      grow();
    }
  }

  boolean isEmpty() {
    return count == 0;
  }

  void clear() {
    keys = new long[16];
    values = new int[16];
    count = 0;
  }

  private int slot(long key) {
    int mask = keys.length - 1;
    long product = key * factor;
    int slot = (int) (product >>> Integer.SIZE ^ product >>> 48) & mask;
    while (values[slot] != 0 && keys[slot] != key) {
      slot = slot + 1 & mask;
    }
    return slot;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldValues = values;
    keys = new long[2 * oldKeys.length];
    values = new int[2 * oldKeys.length];
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != 0) {
        int slot = slot(oldKeys[i]);
        keys[slot] = oldKeys[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
