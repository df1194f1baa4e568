// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Numbers distinct stacks, from 1. Forgets the oldest where readers would: they keep a million
 * frames. Mutable, not thread-safe.
 */
final class StackNumbers {

  private static final int MOST_FRAMES = 1 << 19;

  /** What makes a stack distinct. Immutable; keeps the arrays. */
  static final class Key {

    private final int flags;
    private final long[] functions;
    private final long[] ips;

    Key(int flags, long[] functions, long[] ips) {
      this.flags = flags;
      this.functions = functions;
      this.ips = ips;
    }

    private int frames() {
      return 1 + Math.max(functions.length, ips.length);
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key
          && flags == key.flags
          && Arrays.equals(functions, key.functions)
          && Arrays.equals(ips, key.ips);
    }

    @Override
    public int hashCode() {
      return 31 * (31 * Arrays.hashCode(functions) + Arrays.hashCode(ips)) + flags;
    }
  }

  private final Map<Key, Integer> numbers = new LinkedHashMap<>();
  private int newest;
  private int oldest = 1;
  private int frames;

  /** Returns whether a stack has no number yet, and gives it one. */
  boolean isNew(Key stack) {
    if (numbers.containsKey(stack)) {
      return false;
    }
    numbers.put(stack, ++newest);
    frames += stack.frames();
    Iterator<Map.Entry<Key, Integer>> all = numbers.entrySet().iterator();
    while (frames > MOST_FRAMES && numbers.size() > 1) {
      Map.Entry<Key, Integer> first = all.next();
      frames -= first.getKey().frames();
      oldest = first.getValue() + 1;
      all.remove();
    }
    return true;
  }

  /** Returns the number of a stack that has one. */
  int number(Key stack) {
    Integer number = numbers.get(stack);
    if (number == null) {
      throw new IllegalStateException("a stack without a number");
    }
    return number;
  }

  /** Returns the least number that is still used. */
  int oldest() {
    return oldest;
  }
}
