// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Locale;

/**
 * The interval in which an ID had its meaning.
 *
 * @param from the first moment at which the meaning is known to hold
 * @param to the first moment at which it holds no more, or is not known to hold any more; {@link
 *     #OPEN} while no end is known
 */
public record Interval(long from, long to) {

  /** Stands for an end that is not known. */
  public static final long OPEN = Long.MAX_VALUE;

  /** Whether no end is known. */
  public boolean isOpen() {
    return to == OPEN;
  }

  /** Whether the meaning held at a time. */
  public boolean contains(long time) {
    return from <= time && time < to;
  }

  /** A time of the feed, with a unit that suits it, such as "12.3 ms". */
  public static String timeInWords(long nanoseconds) {
    if (nanoseconds < 1_000) {
      return nanoseconds + " ns";
    }
    if (nanoseconds < 1_000_000) {
      return String.format(Locale.ROOT, "%.1f µs", nanoseconds / 1e3);
    }
    return nanoseconds < 10_000_000_000L
        ? String.format(Locale.ROOT, "%.1f ms", nanoseconds / 1e6)
        : String.format(Locale.ROOT, "%.3f s", nanoseconds / 1e9);
  }
}
