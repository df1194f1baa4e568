// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

/**
 * Computes which columns of a module are four bytes wide and which two, by the sizes of their
 * targets.
 *
 * @ecma II.24.2.6
 */
final class IndexWidths {

  private static final int WIDE_STRINGS = 0x01;
  private static final int WIDE_GUIDS = 0x02;
  private static final int WIDE_BLOBS = 0x04;
  private static final int MOST_NARROW = 0xffff;

  private final int[] rows;
  private final int heapSizes;
  private final boolean minimalDelta;

  /**
   * Computes the widths in a module.
   *
   * @param rows the number of rows of each table
   * @param heapSizes the byte of that name in the stream's header
   * @param minimalDelta whether every index has four bytes
   */
  IndexWidths(int[] rows, int heapSizes, boolean minimalDelta) {
    this.rows = rows;
    this.heapSizes = heapSizes;
    this.minimalDelta = minimalDelta;
  }

  boolean isWide(Column column) {
    return switch (column.kind()) {
      case U2 -> false;
      case U4 -> true;
      case STRING -> isWideHeap(WIDE_STRINGS);
      case GUID -> isWideHeap(WIDE_GUIDS);
      case BLOB -> isWideHeap(WIDE_BLOBS);
      case ROW -> exceeds(MOST_NARROW, column.targets());
      case CODED ->
          exceeds(MOST_NARROW >>> CodedIndex.tagBits(column.targets().length), column.targets());
      case RUN -> {
        // It is wide if either the rows or the pointers that may redirect to them are many.
        int table = column.targets()[0];
        yield exceeds(MOST_NARROW, table, Tables.pointersTo(table));
      }
    };
  }

  /** Returns whether the widths are independent of tables whose number of rows is not known. */
  boolean areKnown(Column... columns) {
    if (minimalDelta) {
      return true;
    }
    for (Column column : columns) {
      for (int table : column.targets()) {
        if (exceeds(TablesHeader.MOST_ROWS, table, Tables.pointersTo(table))) {
          return false;
        }
      }
    }
    return true;
  }

  private boolean isWideHeap(int bit) {
    return minimalDelta || (heapSizes & bit) != 0;
  }

  private boolean exceeds(int limit, int... tables) {
    // This runs for each column of each opened image: a stream would take longer than all the rest.
    boolean exceeds = minimalDelta;
    for (int table : tables) {
      exceeds |= table >= 0 && rows[table] > limit;
    }
    return exceeds;
  }
}
