// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

/** Where the cells of one table lie: a row's size, and each column's offset and width in it. */
final class TableLayout {

  final int start;
  final int rowSize;
  final Column[] columns;
  final int[] offsets;
  final boolean[] wide;

  /** The layout of a table whose first row lies at {@code start}. */
  TableLayout(Column[] columns, int start, IndexWidths widths) {
    this.start = start;
    this.columns = columns;
    offsets = new int[columns.length];
    wide = new boolean[columns.length];
    int size = 0;
    for (int i = 0; i < columns.length; i++) {
      offsets[i] = size;
      wide[i] = widths.isWide(columns[i]);
      size += wide[i] ? 4 : 2;
    }
    rowSize = size;
  }

  int cellAt(int rid, int column) {
    return start + (rid - 1) * rowSize + offsets[column];
  }
}
