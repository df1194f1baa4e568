// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import dev.tiptoe.resolver.feed.AddressSample.Clock;
import java.util.Optional;

/**
 * A kind of values that the samples of a profile have. Immutable.
 *
 * @param type what is measured, such as {@code samples} or {@code alloc_space}
 * @param unit the unit, such as {@code count}, {@code nanoseconds} or {@code bytes}
 */
public record SampleType(String type, String unit) {

  private static final long MICRO = 1_000;
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000_000_000;

  /** Returns the nanoseconds that its unit is; 0 when that is not a time. */
  public long unitNanos() {
    return switch (unit) {
      case "nanoseconds", "nanosecond", "ns" -> 1;
      case "microseconds", "microsecond", "us", "µs" -> MICRO;
      case "milliseconds", "millisecond", "ms" -> MILLI;
      case "seconds", "second", "s" -> SECOND;
      default -> 0;
    };
  }

  /** Returns whether its values are numbers of samples. */
  public boolean isSamples() {
    return unit.equals("count") && (type.equals("samples") || type.equals("sample"));
  }

  /** Returns the clock of which its values are times; empty when the type does not say so. */
  public Optional<Clock> clock() {
    return unitNanos() == 0
        ? Optional.empty()
        : Optional.ofNullable(
            type.equals("cpu") ? Clock.PROCESSOR : type.equals("wall") ? Clock.WALL : null);
  }

  /** Returns the type and, in brackets, the unit. */
  @Override
  public String toString() {
    return unit.isEmpty() ? type : type + " (" + unit + ")";
  }
}
