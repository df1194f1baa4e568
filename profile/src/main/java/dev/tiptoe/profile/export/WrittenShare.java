// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import java.util.function.DoubleConsumer;

/** Reports how much of a profile is written, in parts that take about as long. Not thread-safe. */
final class WrittenShare {

  /** How many parts are written between two reports; a power of two. */
  private static final int REPORTED_AT_ONCE = 1 << 10;

  private final DoubleConsumer listener;
  private long total = 1;
  private long done;

  WrittenShare(DoubleConsumer listener) {
    this.listener = listener;
  }

  /** Returns the listener. */
  DoubleConsumer listener() {
    return listener;
  }

  /** Says how many parts there are, before the first is written. */
  void expect(long parts) {
    total = Math.max(1, parts);
  }

  /** Takes in that one more part is written. */
  void add() {
    done++;
    if ((done & (REPORTED_AT_ONCE - 1)) == 0) {
      listener.accept(Math.min(1, (double) done / total));
    }
  }
}
