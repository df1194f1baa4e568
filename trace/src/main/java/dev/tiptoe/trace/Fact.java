// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.RuntimeFeed;

/** What one record says, taken out of its bytes and ready to be told. */
@FunctionalInterface
interface Fact {

  /** Says which IDs this will be about, where to know that ahead helps. */
  default void announce(RuntimeFeed feed) {}

  /** Tells the fact, which became true {@code at} that time, to whom it concerns. */
  void tell(long at, RuntimeFeed feed, Ledger ledger);
}
