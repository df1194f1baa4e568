// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * A reverse index of a column: from a value to the rows that contain it.
 *
 * <p>A table that really is sorted by the column is searched in place; the module's claim is
 * checked once. Any other table is converted to an array of eight bytes a row. Only whole rows are
 * included. Immutable; a search takes logarithmic time.
 *
 * @ecma II.22, on which tables are to be sorted
 */
public final class Referrers {

  private static final int RID_BITS = 24;

  private final Tables tables;
  private final int table;
  private final int column;
  private final int rows;

  /** Value and rid of each row, ascending; empty when the rows themselves ascend. */
  private final long[] inverted;

  Referrers(Tables tables, int table, int column) {
    this.tables = tables;
    this.table = table;
    this.column = column;
    this.rows = tables.whole(table);
    this.inverted = ascends() ? new long[0] : invert();
  }

  private boolean ascends() {
    for (int rid = 2; rid <= rows; rid++) {
      if (pair(rid - 1) > pair(rid)) {
        return false;
      }
    }
    return true;
  }

  private long[] invert() {
    long[] pairs = IntStream.rangeClosed(1, rows).mapToLong(this::pair).toArray();
    Arrays.sort(pairs);
    return pairs;
  }

  /** Returns the value in the column of a row, unsigned, with the rid behind it. */
  private long pair(int rid) {
    return Integer.toUnsignedLong(tables.cell(table, rid, column)) << RID_BITS | rid;
  }

  private long pairAt(int place) {
    return inverted.length == 0 ? pair(place) : inverted[place - 1];
  }

  /**
   * Returns the first place, from 1, of a row with {@code value}, in its stored form: a rid, or a
   * coded index not decoded. Returns {@link #end} when there is none.
   */
  public int start(int value) {
    return firstFrom(Integer.toUnsignedLong(value));
  }

  /** Returns the place behind the last row with {@code value}. */
  public int end(int value) {
    return firstFrom(Integer.toUnsignedLong(value) + 1);
  }

  private int firstFrom(long value) {
    int low = 1;
    int high = rows + 1;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pairAt(middle) >>> RID_BITS < value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Returns the row at a place; rows of the same value ascend. */
  public int row(int place) {
    return inverted.length == 0 ? place : (int) inverted[place - 1] & TablesHeader.MOST_ROWS;
  }
}
