// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.util.function.IntToLongFunction;

/** Searches lists that are in the order of time. Stateless. */
final class TimeOrder {

  private TimeOrder() {}

  /**
   * Returns how many of the first {@code count} elements have a time up to {@code at}: the place of
   * the first one after it.
   *
   * @param time the time of the element at a place
   */
  static int countUpTo(long at, int count, IntToLongFunction time) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (time.applyAsLong(middle) <= at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns how many have a time before {@code at}: the place of the first one at it or after. */
  static int countBefore(long at, int count, IntToLongFunction time) {
    return at == Long.MIN_VALUE ? 0 : countUpTo(at - 1, count, time);
  }
}
