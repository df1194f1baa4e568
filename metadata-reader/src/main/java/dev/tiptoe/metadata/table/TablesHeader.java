// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import java.util.ArrayList;
import java.util.List;

/**
 * The header of a tables stream: the widths of its heap indexes, the tables marked as sorted, and
 * the row count of each table. Immutable.
 *
 * @ecma II.24.2.6
 */
final class TablesHeader {

  /** The largest rid, and so the greatest number of rows of a table. */
  static final int MOST_ROWS = 0x00ffffff;

  /** Replaces a row count that no table can have: the real one is not known. */
  static final int UNKNOWN = MOST_ROWS + 1;

  private static final int HEAP_SIZES = 6;
  private static final int EXTRA_DATA = 0x40;
  private static final int VALID = 8;
  private static final int SORTED = 16;
  private static final int ROW_COUNTS = 24;

  private final int heapSizes;
  private final long sorted;
  private final int[] rows = new int[TableSchema.NUMBERS];
  private final int end;
  private final List<MetadataFormatException> damage = new ArrayList<>();

  /** Reads the header at the beginning of {@code stream}. */
  TablesHeader(Bytes stream) {
    heapSizes = stream.u8(HEAP_SIZES);
    sorted = stream.i64(SORTED);
    long valid = stream.i64(VALID);
    int at = ROW_COUNTS;
    for (int table = 0; table < TableSchema.NUMBERS; table++) {
      if ((valid >>> table & 1) != 0) {
        rows[table] = count(stream, table, at);
        at += 4;
      }
    }
    end = (heapSizes & EXTRA_DATA) != 0 ? at + 4 : at;
  }

  private int count(Bytes stream, int table, int at) {
    int count = stream.i32(at);
    boolean possible = Integer.compareUnsigned(count, MOST_ROWS) <= 0;
    String name = TableSchema.ECMA_335.nameOf(table);
    if (!possible) {
      String said = Integer.toUnsignedString(count);
      damage.add(stream.damaged(at, name + " claims to have " + said + " rows"));
    } else if (count > 0 && !TableSchema.ECMA_335.has(table)) {
      damage.add(stream.damaged(at, name + " is not known"));
    }
    return possible ? count : UNKNOWN;
  }

  /**
   * Returns the row count of each table, or {@link #UNKNOWN}, in an array that must not be changed.
   */
  int[] rows() {
    return rows;
  }

  /** Returns an upper bound of the rows of each table; 0 for a number without a table. */
  int[] counts() {
    int[] counts = new int[rows.length];
    for (int table : TableSchema.ECMA_335.tables()) {
      counts[table] = Math.min(rows[table], MOST_ROWS);
    }
    return counts;
  }

  int heapSizes() {
    return heapSizes;
  }

  boolean claimsSorted(int table) {
    return (sorted >>> table & 1) != 0;
  }

  /** Returns where the rows of the first table begin. */
  int end() {
    return end;
  }

  /** Returns whether the end of the table is not known, so that nothing behind it can be found. */
  boolean isEndless(int table) {
    return rows[table] == UNKNOWN || (rows[table] > 0 && !TableSchema.ECMA_335.has(table));
  }

  /** Returns the problems of the header; empty when there are none. */
  List<MetadataFormatException> damage() {
    return List.copyOf(damage);
  }
}
