// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.name;

import java.util.Arrays;

/** A stack of numbers. Mutable, not thread-safe. */
final class IntStack {

  private int[] numbers = new int[8];
  private int size;

  void push(int number) {
    if (size == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * size);
    }
    numbers[size++] = number;
  }

  int pop() {
    return numbers[--size];
  }

  void clear() {
    size = 0;
  }
}
