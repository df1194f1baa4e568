// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.socket;

import java.time.Duration;

/** The time at which a wait ends. Immutable. */
public final class Deadline {

  private final long at;

  private Deadline(long at) {
    this.at = at;
  }

  /** Returns the deadline after so long a time, at most a hundred years. */
  public static Deadline in(Duration duration) {
    Duration bounded =
        duration.compareTo(Duration.ofDays(36_500)) < 0 ? duration : Duration.ofDays(36_500);
    return new Deadline(System.nanoTime() + bounded.toNanos());
  }

  /** Returns whether it has passed. */
  public boolean isOver() {
    return at - System.nanoTime() <= 0;
  }

  /** Returns the time left; zero when it has passed. */
  public Duration left() {
    return Duration.ofNanos(Math.max(0, at - System.nanoTime()));
  }

  /** Returns the milliseconds left, rounded up. */
  public long leftMillis() {
    return left().plusNanos(999_999).toMillis();
  }
}
