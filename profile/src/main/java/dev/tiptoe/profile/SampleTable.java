// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.Arrays;

/**
 * The weights of stacks by thread: a row for each pair that occurs. Mutable until it is part of a
 * profile; not thread-safe while it is built. Retains 24 bytes for each row, and up to 16 more
 * while it is built.
 */
final class SampleTable {

  private int[] threads = new int[256];
  private int[] stacks = new int[256];
  private long[] counts = new long[256];
  private long[] nanos = new long[256];

  /** Open addressing; 0 is free, else the number of a row plus 1. */
  private int[] places = new int[512];

  private int size;

  /** Returns the row of a thread and a stack, and makes it if there is none. */
  int row(int thread, int stack) {
    int mask = places.length - 1;
    int place = hash(thread, stack) & mask;
    for (int found = places[place]; found != 0; found = places[place]) {
      int row = found - 1;
      if (stacks[row] == stack && threads[row] == thread) {
        return row;
      }
      place = (place + 1) & mask;
    }
    return begin(place, thread, stack);
  }

  private int begin(int place, int thread, int stack) {
    if (size == threads.length) {
      int length = size + (size >> 1);
      threads = Arrays.copyOf(threads, length);
      stacks = Arrays.copyOf(stacks, length);
      counts = Arrays.copyOf(counts, length);
      nanos = Arrays.copyOf(nanos, length);
    }
    threads[size] = thread;
    stacks[size] = stack;
    places[place] = ++size;
    if (size * 2L > places.length) {
      places = new int[Math.multiplyExact(places.length, 2)];
      for (int row = 0; row < size; row++) {
        int at = hash(threads[row], stacks[row]) & (places.length - 1);
        while (places[at] != 0) {
          at = (at + 1) & (places.length - 1);
        }
        places[at] = row + 1;
      }
    }
    return size - 1;
  }

  private static int hash(int thread, int stack) {
    int hash = stack * 0x9E3779B9 + thread * 0x85EBCA6B;
    return hash ^ (hash >>> 15);
  }

  /** Adds to the weight of a row. */
  void add(int row, long count, long time) {
    counts[row] += count;
    nanos[row] += time;
  }

  /** Ends the building. */
  SampleTable finished() {
    threads = Arrays.copyOf(threads, size);
    stacks = Arrays.copyOf(stacks, size);
    counts = Arrays.copyOf(counts, size);
    nanos = Arrays.copyOf(nanos, size);
    places = new int[0];
    return this;
  }

  int size() {
    return size;
  }

  int thread(int row) {
    return threads[row];
  }

  int stack(int row) {
    return stacks[row];
  }

  long count(int row) {
    return counts[row];
  }

  long nanos(int row) {
    return nanos[row];
  }
}
