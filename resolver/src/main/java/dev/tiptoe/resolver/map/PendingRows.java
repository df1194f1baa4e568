// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Rows that are to be looked at once, later, and those that were. The writer's own. */
final class PendingRows {

  private int[] rows = new int[16];
  private int count;
  private int taken;

  void add(int row) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, count * 2);
    }
    rows[count++] = row;
  }

  /** Passes all rows that were not taken yet to the action, which may not add any. */
  void take(IntConsumer action) {
    while (taken < count) {
      action.accept(rows[taken++]);
    }
  }

  /** Hands over all rows there ever were; the action may not add any. */
  void forEach(IntConsumer action) {
    for (int i = 0; i < count; i++) {
      action.accept(rows[i]);
    }
  }
}
