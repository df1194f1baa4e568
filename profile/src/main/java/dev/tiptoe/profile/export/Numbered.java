// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Distinct values with numbers, in the order in which they came. Not thread-safe. */
final class Numbered<T> {

  private final Map<T, Integer> numbers = new HashMap<>();
  private final List<T> values = new ArrayList<>();

  /** Returns the number of a value, from 0, and adds it if it is new. */
  int of(T value) {
    Integer known = numbers.putIfAbsent(value, values.size());
    if (known == null) {
      values.add(value);
      return values.size() - 1;
    }
    return known;
  }

  List<T> values() {
    return values;
  }

  int size() {
    return values.size();
  }
}
