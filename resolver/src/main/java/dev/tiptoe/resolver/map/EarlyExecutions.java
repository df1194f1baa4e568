// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.NativeCode;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Addresses that threads executed where no code was known yet, with the first and the last time: a
 * source of facts may be behind the one of samples. The writer's own.
 *
 * <p>Most of them are of native code, which is never told. So all are forgotten when there are
 * {@value #MOST}; code that is told so late after a sample does not count as executed by it.
 */
final class EarlyExecutions {

  private static final int MOST = 1 << 14;

  /** Receives an execution. */
  interface Visitor {
    void executed(long at);
  }

  private record Times(long first, long last) {

    boolean has(long at) {
      return first <= at && at <= last;
    }

    Times with(long at) {
      return new Times(Math.min(first, at), Math.max(last, at));
    }
  }

  private final NavigableMap<Long, Times> byAddress = new TreeMap<>(Long::compareUnsigned);

  /** Takes in an execution. */
  void add(long address, long at) {
    Times known = byAddress.get(address);
    if (known == null && byAddress.size() == MOST) {
      byAddress.clear();
    }
    if (known == null || !known.has(at)) {
      byAddress.put(address, known == null ? new Times(at, at) : known.with(at));
    }
  }

  /** Visits the executions in a range. */
  void in(NativeCode.Range range, Visitor visitor) {
    if (byAddress.isEmpty()) {
      return;
    }
    for (Times times : byAddress.subMap(range.start(), range.end()).values()) {
      visitor.executed(times.first());
      if (times.last() != times.first()) {
        visitor.executed(times.last());
      }
    }
  }
}
