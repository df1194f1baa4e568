// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import java.util.Arrays;
import java.util.SplittableRandom;

/** A growing list of pairs of a key and a number, which can be sorted in place. For one thread. */
final class Pairs {

  private static final int FEW = 16;

  private long[] keys = new long[1 << 10];
  private int[] values = new int[1 << 10];
  private int size;

  void add(long key, int value) {
    if (size == keys.length) {
      int more = size + (size >> 1);
      keys = Arrays.copyOf(keys, more);
      values = Arrays.copyOf(values, more);
    }
    keys[size] = key;
    values[size] = value;
    size++;
  }

  int size() {
    return size;
  }

  long key(int index) {
    return keys[index];
  }

  int value(int index) {
    return values[index];
  }

  /** Sorts by key, pairs of one key by value. Random pivots, because keys may be crafted. */
  void sort() {
    sort(0, size - 1, new SplittableRandom());
  }

  private void sort(int first, int last, SplittableRandom random) {
    int from = first;
    int to = last;
    while (to - from >= FEW) {
      int pivot = random.nextInt(from, to + 1);
      long key = keys[pivot];
      int value = values[pivot];
      int i = from;
      int j = to;
      while (i <= j) {
        while (compare(i, key, value) < 0) {
          i++;
        }
        while (compare(j, key, value) > 0) {
          j--;
        }
        if (i <= j) {
          swap(i++, j--);
        }
      }
      // The smaller part is sorted by a call, so that calls nest only log n deep.
      if (j - from < to - i) {
        sort(from, j, random);
        from = i;
      } else {
        sort(i, to, random);
        to = j;
      }
    }
    insertionSort(from, to);
  }

  private void insertionSort(int from, int to) {
    for (int i = from + 1; i <= to; i++) {
      for (int j = i; j > from && compare(j - 1, keys[j], values[j]) > 0; j--) {
        swap(j - 1, j);
      }
    }
  }

  private int compare(int index, long key, int value) {
    int byKey = Long.compare(keys[index], key);
    return byKey != 0 ? byKey : Integer.compare(values[index], value);
  }

  private void swap(int i, int j) {
    long key = keys[i];
    int value = values[i];
    keys[i] = keys[j];
    values[i] = values[j];
    keys[j] = key;
    values[j] = value;
  }
}
