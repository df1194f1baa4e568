// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A reverse index from a row to the row whose run contains it, such as from a method or field to
 * its type.
 *
 * <p>An array of four bytes a row, created once: a search in place would take half the time of a
 * name. When tables are cut short, runs with a known end are included. Immutable.
 */
public final class RunOwners {

  private final Tables tables;
  private final int table;
  private final int column;

  /** The number of rows whose run has a known end. */
  private final int rows;

  /** Whether the runs ascend, and places are rows. */
  private final boolean ascending;

  /** The owner of each whole row. */
  private final int[] owners;

  RunOwners(Tables tables, int table, int column) {
    this.tables = tables;
    this.table = table;
    this.column = column;
    int whole = tables.whole(table);
    this.rows = whole == tables.count(table) ? whole : Math.max(0, whole - 1);
    int target = tables.runTarget(table, column);
    this.ascending = !tables.hasPointers(target) && ascends();
    this.owners = ascending ? fill(target) : invert(target);
  }

  private boolean ascends() {
    int last = 1;
    for (int rid = 1; rid <= rows; rid++) {
      int start = start(rid);
      if (start < last) {
        return false;
      }
      last = start;
    }
    return rows == 0 || start(rows + 1) >= last;
  }

  /** Runs that ascend follow one another. */
  private int[] fill(int target) {
    int[] filled = new int[tables.whole(target) + 1];
    for (int rid = 1; rid <= rows; rid++) {
      int behind = Math.min(filled.length, start(rid + 1));
      Arrays.fill(filled, Math.min(behind, start(rid)), behind, rid);
    }
    return filled;
  }

  private int start(int rid) {
    return tables.runStart(table, rid, column);
  }

  /**
   * Runs of a damaged module may overlap, so walking through each would take time in the square of
   * the file's size. Instead the last run comes first, and takes the places that no later run has
   * taken, so every place is visited once.
   */
  private int[] invert(int target) {
    int[] inverted = new int[tables.whole(target) + 1];
    int end = tables.wholePlaces(target) + 1;
    int[] free = IntStream.rangeClosed(0, end).toArray();
    for (int rid = rows; rid > 0; rid--) {
      int behind = Math.min(end, tables.runEnd(table, rid, column));
      int place = nextFree(free, Math.min(end, start(rid)));
      for (; place < behind; place = nextFree(free, place)) {
        free[place] = place + 1;
        int row = tables.rowAt(target, place);
        if (row > 0 && row < inverted.length) {
          inverted[row] = Math.max(inverted[row], rid);
        }
      }
    }
    return inverted;
  }

  /** Returns the first free place from {@code place} on; shortens the way for later calls. */
  private static int nextFree(int[] free, int place) {
    int next = place;
    while (free[next] != next) {
      free[next] = free[free[next]];
      next = free[next];
    }
    return next;
  }

  /** Returns the owner of {@code row}; 0 when no run contains it. */
  public int of(int row) {
    if (row > 0 && row < owners.length) {
      return owners[row];
    }
    return ascending ? find(row) : 0;
  }

  /** Returns the owner of a row that is cut off, but has its place in a run. */
  private int find(int row) {
    int low = 1;
    int high = rows;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      if (start(middle) <= row) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    boolean held = high < rows || (high > 0 && row < tables.runEnd(table, high, column));
    return held ? high : 0;
  }
}
