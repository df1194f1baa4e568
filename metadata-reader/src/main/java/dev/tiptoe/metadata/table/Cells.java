// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import dev.tiptoe.metadata.bytes.Bytes;

/** The cells of one column, read without looking up table and layout for each. Immutable. */
public final class Cells {

  private final Tables tables;
  private final int table;
  private final Bytes stream;
  private final int rows;
  private final int rowSize;
  private final boolean wide;

  /** The place where the cell of row 0 would be. */
  private final int origin;

  Cells(Tables tables, int table, TableLayout layout, int column, Bytes stream) {
    this.tables = tables;
    this.table = table;
    this.stream = stream;
    this.rows = tables.count(table);
    this.rowSize = layout.rowSize;
    this.wide = layout.wide[column];
    this.origin = layout.cellAt(0, column);
  }

  /** Returns the raw value in row {@code rid}: a number, a heap offset, a rid, or a coded index. */
  public int at(int rid) {
    if (rid <= 0 || rid > rows) {
      throw tables.noRow(table, rid);
    }
    int at = origin + rid * rowSize;
    return wide ? stream.i32(at) : stream.u16(at);
  }
}
