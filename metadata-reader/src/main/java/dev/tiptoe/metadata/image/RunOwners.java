// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import dev.tiptoe.metadata.table.Tables;

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

  private int[] invert(int target) {
    int[] inverted = new int[tables.count(target) + 1];
    for (int rid = 1; rid <= tables.count(table); rid++) {
      int end = tables.runEnd(table, rid, column);
      for (int place = tables.runStart(table, rid, column); place < end; place++) {
        int row = tables.runRow(target, place);
        if (row < inverted.length) {
          inverted[row] = rid;
        }
      }
    }
    return inverted;
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
