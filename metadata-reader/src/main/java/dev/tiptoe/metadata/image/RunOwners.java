// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.table.Tables;
import java.util.stream.IntStream;

/**
 * The way back from a row to the row whose run holds it: from a method or a field to its type.
 *
 * <p>Runs that ascend are searched in place. Runs that do not, or that go through a table of
 * pointers, are turned into an array once.
 */
final class RunOwners {

  private final Tables tables;
  private final int table;
  private final int column;

  /** Owner by row; empty when the runs ascend. */
  private final int[] owners;

  RunOwners(Tables tables, int table, int column, int target) {
    this.tables = tables;
    this.table = table;
    this.column = column;
    this.owners = !tables.hasPointers(target) && ascends() ? new int[0] : invert(target);
  }

  private boolean ascends() {
    int last = 1;
    for (int rid = 1; rid <= tables.count(table) + 1; rid++) {
      int start = tables.runStart(table, rid, column);
      if (start < last) {
        return false;
      }
      last = start;
    }
    return true;
  }

  /**
   * Runs of a damaged module may overlap, so that walking through each would take time in the
   * square of the file's size. The last run comes first instead, and takes the places that none
   * behind it has taken: every place is visited once.
   */
  private int[] invert(int target) {
    int[] inverted = new int[tables.whole(target) + 1];
    int end = tables.runStart(table, tables.count(table) + 1, column);
    if (tables.hasPointers(target)) {
      // Fails when pointers are cut off: who owns what could not be said.
      tables.runRow(target, end - 1);
    } else {
      end = Math.min(end, inverted.length);
    }
    int[] free = IntStream.rangeClosed(0, end).toArray();
    for (int rid = tables.count(table); rid > 0; rid--) {
      int behind = Math.min(end, tables.runEnd(table, rid, column));
      int place = nextFree(free, Math.min(end, tables.runStart(table, rid, column)));
      for (; place < behind; place = nextFree(free, place)) {
        free[place] = place + 1;
        int row = tables.runRow(target, place);
        if (row < inverted.length) {
          inverted[row] = Math.max(inverted[row], rid);
        }
      }
    }
    return inverted;
  }

  /** The first free place from {@code place} on; shortens the way for those who ask later. */
  private static int nextFree(int[] free, int place) {
    int next = place;
    while (free[next] != next) {
      free[next] = free[free[next]];
      next = free[next];
    }
    return next;
  }

  /** The owner of {@code row}; 0 when no run holds it. */
  int of(int row) {
    if (owners.length > 0) {
      return row < owners.length ? owners[row] : 0;
    }
    int low = 1;
    int high = tables.count(table);
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (tables.runStart(table, middle, column) <= row) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return high;
  }
}
