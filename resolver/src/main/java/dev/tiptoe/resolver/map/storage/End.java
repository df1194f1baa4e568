// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.Interval;

/**
 * The end of a meaning together with something on which it depends.
 *
 * @param at {@link Interval#OPEN} for one that does not
 * @param certain whether it ends then, or only may
 */
record End(long at, boolean certain) {

  static final End NEVER = new End(Interval.OPEN, true);

  /** The earlier one; of two at once, the certain one. */
  End or(End other) {
    if (at != other.at) {
      return at < other.at ? this : other;
    }
    return certain ? this : other;
  }
}
