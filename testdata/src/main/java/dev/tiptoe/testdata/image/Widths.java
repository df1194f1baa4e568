// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.Map;

/**
 * The inputs that determine the width of an index.
 *
 * @param counts rows by table; a table that is not in it has none
 * @param heapSizes the byte of that name
 * @param allWide whether every index has four bytes, as beside a {@code #JTD} stream
 */
public record Widths(Map<Table, Integer> counts, int heapSizes, boolean allWide) {

  /** Copies the map. */
  public Widths {
    counts = Map.copyOf(counts);
  }

  boolean wideHeap(int bit) {
    return allWide || (heapSizes & bit) != 0;
  }

  int rows(int table) {
    return counts.getOrDefault(Table.numbered(table), 0);
  }
}
