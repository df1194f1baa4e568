// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.RuntimeFeed;

/** What one record says, taken out of its bytes and ready to be told. */
@FunctionalInterface
interface DecodedRecord {

  /** Tells the fact, which became true {@code at} that time, to whom it concerns. */
  void tell(long at, RuntimeFeed feed, TraceCounters counters);
}
