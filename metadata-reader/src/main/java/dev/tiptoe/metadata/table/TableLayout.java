// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

/** The layout of one table: a row's size, and each column's offset and width in it. */
final class TableLayout {

  final int start;
  final int rowSize;
  final Column[] columns;
  final int[] offsets;
  final boolean[] wide;

  /** Creates the layout of a table whose first row lies at {@code start}. */
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

  /**
   * Returns the layouts of all tables by number.
   *
   * <p>Tables that cannot be located are placed behind the end of the stream, where reading them
   * fails: a table of unknown size, one whose rows point to such a table, and all that follow.
   *
   * @param end the end of the stream
   */
  static TableLayout[] all(TablesHeader header, IndexWidths widths, int end) {
    TableLayout[] layouts = new TableLayout[TableSchema.NUMBERS];
    int at = header.end();
    for (int table = 0; table < layouts.length; table++) {
      int rows = header.rows()[table];
      Column[] columns = TableSchema.ECMA_335.columnsOf(table);
      if (header.isEndless(table) || (rows > 0 && !widths.areKnown(columns))) {
        at = Math.max(at, end);
      }
      layouts[table] = new TableLayout(columns, at, widths);
      at = (int) Math.min(Integer.MAX_VALUE, at + (long) rows * layouts[table].rowSize);
    }
    return layouts;
  }

  /** Returns how many of {@code count} rows end before {@code end}. */
  int whole(int count, int end) {
    return rowSize == 0 ? 0 : Math.min(count, Math.max(0, end - start) / rowSize);
  }

  int cellAt(int rid, int column) {
    return start + (rid - 1) * rowSize + offsets[column];
  }
}
