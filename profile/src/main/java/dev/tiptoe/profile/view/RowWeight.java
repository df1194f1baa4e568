// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.view;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.StackTree;

/** The weight of each row of a profile. */
@FunctionalInterface
interface RowWeight {

  long of(int row);

  /** Returns the weight of each node of the stacks with all that it calls. */
  default long[] totals(Profile profile) {
    StackTree stacks = profile.stacks();
    long[] totals = new long[stacks.size()];
    for (int row = 0; row < profile.rows(); row++) {
      if (profile.stack(row) != StackTree.NONE) {
        totals[profile.stack(row)] += of(row);
      }
    }
    // Callers have smaller numbers.
    for (int node = totals.length - 1; node >= 0; node--) {
      int caller = stacks.caller(node);
      if (caller != StackTree.NONE) {
        totals[caller] += totals[node];
      }
    }
    return totals;
  }
}
