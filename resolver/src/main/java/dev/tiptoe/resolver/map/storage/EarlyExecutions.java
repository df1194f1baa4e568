// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.NativeCode;
import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Executed addresses at which no code was known yet: the source of samples may be ahead of the
 * source that reports code. Of each address the first and the last time are kept. Used by the
 * writer only.
 *
 * <p>Most addresses are of native or precompiled code, which is never reported. So all are
 * forgotten whenever there are {@value #MOST}: code that is reported after that gets no executions
 * from before.
 */
final class EarlyExecutions {

  private static final int MOST = 1 << 14;

  /** A power of two. */
  private static final int RECENT = 1 << 11;

  /** Receives an execution. */
  interface Visitor {
    void executed(long at);
  }

  private static final class Times {
    final long address;
    long first;
    long last;

    Times(long address, long at) {
      this.address = address;
      this.first = at;
      this.last = at;
    }
  }

  private final NavigableMap<Long, Times> byAddress = new TreeMap<>(Long::compareUnsigned);

  /** The most recent ones, at the places of their addresses. */
  private final @Nullable Times[] recent = new @Nullable Times[RECENT];

  /** Takes in an execution. */
  void add(long address, long at) {
    int place = (int) (address ^ (address >>> 11)) & (RECENT - 1);
    Times known = recent[place];
    if (known == null || known.address != address) {
      known = byAddress.get(address);
      if (known == null) {
        known = first(address, at);
      }
      recent[place] = known;
    }
    known.first = Math.min(known.first, at);
    known.last = Math.max(known.last, at);
  }

  private Times first(long address, long at) {
    if (byAddress.size() == MOST) {
      byAddress.clear();
      Arrays.fill(recent, null);
    }
    Times times = new Times(address, at);
    byAddress.put(address, times);
    return times;
  }

  /** Visits the executions in a range. */
  void in(NativeCode.Range range, Visitor visitor) {
    if (byAddress.isEmpty()) {
      return;
    }
    for (Times times : byAddress.subMap(range.start(), range.end()).values()) {
      visitor.executed(times.first);
      if (times.last != times.first) {
        visitor.executed(times.last);
      }
    }
  }
}
