// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.Interval;

/**
 * The last time at which a meaning ended. A fact of a later time is about the present meaning of
 * its ID; a fact of an earlier time may be about an earlier meaning. Used by the writer only.
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
