// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Arrays;
import java.util.function.IntConsumer;

/** Rows that are to be looked at once, later. The writer's own. */
final class PendingRows {

  private int[] rows = new int[16];
  private int count;

  void add(int row) {
    if (count == rows.length) {
      rows = Arrays.copyOf(rows, count * 2);
    }
    rows[count++] = row;
  }

  /** Passes all rows to the action and keeps none; the action may not add any. */
  void take(IntConsumer action) {
    for (int i = 0; i < count; i++) {
      action.accept(rows[i]);
    }
    count = 0;
  }
}
