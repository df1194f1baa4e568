// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The numbers that the values of an enumeration have in a trace. Immutable.
 *
 * @param <E> the enumeration
 */
final class ValueNumbers<E extends Enum<E>> {

  private final Map<Integer, E> values;
  private final Map<E, Integer> numbers;

  private ValueNumbers(Map<Integer, E> values) {
    this.values = Map.copyOf(values);
    this.numbers =
        values.entrySet().stream()
            .collect(
                Collectors.toUnmodifiableMap(Map.Entry::getValue, Map.Entry::getKey, Math::min));
  }

  /** Returns the numbers of these values; a value may have several. */
  static <E extends Enum<E>> ValueNumbers<E> of(Map<Integer, E> values) {
    return new ValueNumbers<>(values);
  }

  /** Returns the value of a number; null for one of a newer writer. */
  @Nullable E value(int number) {
    return values.get(number);
  }

  /**
   * Returns the least number of a value.
   *
   * @throws IllegalArgumentException if it has none
   */
  int number(E value) {
    Integer number = numbers.get(value);
    if (number == null) {
      throw new IllegalArgumentException(value + " has no number");
    }
    return number;
  }

  /** Returns all values by their numbers. */
  Map<Integer, E> all() {
    return values;
  }
}
