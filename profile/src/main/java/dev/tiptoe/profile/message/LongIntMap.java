// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import java.util.Arrays;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A map from (group, key) to a number, of 16 bytes a slot. Its hash differs from run to run, so a
 * file cannot be made to fill one chain. Not thread-safe.
 */
public final class LongIntMap {

  /** What {@link #get} returns for an absent key; it cannot be a value. */
  public static final int ABSENT = Integer.MIN_VALUE;

  private static final int FIRST_SIZE = 1 << 8;

  private final long seed = ThreadLocalRandom.current().nextLong() | 1;
  private long[] keys = new long[FIRST_SIZE];
  private int[] groups = new int[FIRST_SIZE];
  private int[] values = new int[FIRST_SIZE];
  private int size;

  /** Creates an empty map. */
  public LongIntMap() {
    Arrays.fill(values, ABSENT);
  }

  /** Returns the number of keys. */
  public int size() {
    return size;
  }

  private int slot(int group, long key) {
    long hash = ((key + group * 0x9e3779b97f4a7c15L) ^ (key >>> Integer.SIZE)) * seed;
    hash = (hash ^ (hash >>> 29)) * 0xbf58476d1ce4e5b9L;
    int mask = keys.length - 1;
    int slot = (int) (hash >>> Integer.SIZE) & mask;
    while (values[slot] != ABSENT && (keys[slot] != key || groups[slot] != group)) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }

  /** Returns the value of a key, or {@link #ABSENT}. */
  public int get(int group, long key) {
    return values[slot(group, key)];
  }

  /** Sets the value of a key. */
  public void put(int group, long key, int value) {
    if (value == ABSENT) {
      throw new IllegalArgumentException("the value of an absent key");
    }
    int slot = slot(group, key);
    if (values[slot] == ABSENT) {
      if (size >= keys.length / 4 * 3) {
        grow();
        slot = slot(group, key);
      }
      size++;
      keys[slot] = key;
      groups[slot] = group;
    }
    values[slot] = value;
  }

  private void grow() {
    long[] oldKeys = keys;
    int[] oldGroups = groups;
    int[] oldValues = values;
    keys = new long[oldKeys.length * 2];
    groups = new int[keys.length];
    values = new int[keys.length];
    Arrays.fill(values, ABSENT);
    for (int i = 0; i < oldKeys.length; i++) {
      if (oldValues[i] != ABSENT) {
        int slot = slot(oldGroups[i], oldKeys[i]);
        keys[slot] = oldKeys[i];
        groups[slot] = oldGroups[i];
        values[slot] = oldValues[i];
      }
    }
  }
}
