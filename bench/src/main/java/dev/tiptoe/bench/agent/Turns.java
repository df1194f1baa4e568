// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import java.util.ArrayList;
import java.util.List;

/**
 * The moments at which turns began and ended, of any one clock. The records of an observer have the
 * time of the observation, and are written later. Mutable, not thread-safe.
 */
final class Turns {

  private final List<Long> bounds = new ArrayList<>(); // from, to, from, to, and so on

  /** A turn begins or ends. */
  void bound(long now) {
    bounds.add(now);
  }

  /** Returns whether a moment is in a turn. */
  boolean contain(long at) {
    int past = 0;
    while (past < bounds.size() && at - bounds.get(past) >= 0) {
      past++;
    }
    return past % 2 == 1;
  }
}
