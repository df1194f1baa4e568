// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

/**
 * The last time at which a meaning ended. What is told of a time since then is about what its ID
 * means now; what is told of an earlier time may be about what the ID meant before. The writer's
 * own.
 */
final class Horizon {

  private long last = Long.MIN_VALUE;

  void ended(long at) {
    if (at != Interval.OPEN && at > last) {
      last = at;
    }
  }

  /** Whether a time lies before it. */
  boolean isBehind(long at) {
    return at < last;
  }
}
