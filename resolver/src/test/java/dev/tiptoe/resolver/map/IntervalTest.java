// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Half-open intervals, and times in words. */
final class IntervalTest {

  @Test
  void interval_isHalfOpen() {
    Interval interval = new Interval(3, 5);
    assertFalse(interval.contains(2));
    assertTrue(interval.contains(3));
    assertTrue(interval.contains(4));
    assertFalse(interval.contains(5));
    assertFalse(interval.isOpen());
    assertTrue(new Interval(3, Interval.OPEN).isOpen());
    assertFalse(new Interval(3, 3).contains(3));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0 ns",
    "999, 999 ns",
    "1000, 1.0 µs",
    "12300, 12.3 µs",
    "12300000, 12.3 ms",
    "9999900000, 9999.9 ms",
    "12345678901, 12.346 s"
  })
  void time_inWords_hasAUnitThatSuitsIt(long nanoseconds, String words) {
    assertEquals(words, Interval.timeInWords(nanoseconds));
  }
}
