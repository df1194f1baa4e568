// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.RuntimeFeed;

/** The decoded contents of one record. */
@FunctionalInterface
interface DecodedRecord {

  /** Passes the fact on to the feed or the counters; it is true since {@code at}. */
  void passTo(long at, RuntimeFeed feed, TraceCounters counters);

  /** Returns whether these are sampled stacks, which most records of a profile are. */
  default boolean isOfSamples() {
    return false;
  }
}
