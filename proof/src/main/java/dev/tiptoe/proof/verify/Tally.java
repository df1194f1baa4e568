// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import java.util.List;

/**
 * Counts of what was compared.
 *
 * @param tables tables that have rows
 * @param rows rows of these tables
 * @param cells cells of these rows
 * @param items strings, blobs, GUIDs and literals of the heaps
 * @param answers answers of {@code IMetaDataImport2} about rows beyond their cells
 * @param differences what both readers read differently
 */
public record Tally(
    long tables, long rows, long cells, long items, long answers, long differences) {

  /** The counts of nothing. */
  public static final Tally NONE = new Tally(0, 0, 0, 0, 0, 0);

  /** Parses the counts that a child sends. */
  static Tally parse(List<String> counts) {
    long[] n = counts.stream().mapToLong(Long::parseLong).toArray();
    return new Tally(n[0], n[1], n[2], n[3], n[4], n[5]);
  }

  /** Returns the sum of this and another. */
  public Tally plus(Tally other) {
    return new Tally(
        tables + other.tables,
        rows + other.rows,
        cells + other.cells,
        items + other.items,
        answers + other.answers,
        differences + other.differences);
  }
}
