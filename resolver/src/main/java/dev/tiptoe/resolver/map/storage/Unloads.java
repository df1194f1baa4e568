// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.Interval;
import java.util.Arrays;

/** The times at which something was unloaded, in order. Used by the writer only. */
final class Unloads {

  private long[] times = new long[16];
  private int count;

  void add(long at) {
    if (count == times.length) {
      times = Arrays.copyOf(times, count * 2);
    }
    int place = behind(at);
    System.arraycopy(times, place, times, place + 1, count - place);
    times[place] = at;
    count++;
  }

  /** The first one after a time, or {@link Interval#OPEN}. */
  long after(long at) {
    int place = behind(at);
    return place == count ? Interval.OPEN : times[place];
  }

  /** How many there were up to a time. */
  private int behind(long at) {
    return TimeOrder.countUpTo(at, count, i -> times[i]);
  }
}
