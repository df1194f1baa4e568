// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * The reverse indexes of the columns of a module. Each is computed on first use and retained.
 *
 * <p>Thread-safe. Two threads that use an index first at the same time may both compute it; the
 * results are equal.
 */
final class ReverseIndexes {

  private final Tables tables;
  private final AtomicReferenceArray<Referrers> referrers =
      new AtomicReferenceArray<>(TableSchema.ECMA_335.columnCount());
  private final AtomicReferenceArray<RunOwners> owners =
      new AtomicReferenceArray<>(TableSchema.ECMA_335.columnCount());

  ReverseIndexes(Tables tables) {
    this.tables = tables;
  }

  Referrers referrers(int table, int column) {
    int place = TableSchema.ECMA_335.ordinal(table, column);
    return known(referrers, place, () -> new Referrers(tables, table, column));
  }

  RunOwners owners(int table, int column) {
    int place = TableSchema.ECMA_335.ordinal(table, column);
    return known(owners, place, () -> new RunOwners(tables, table, column));
  }

  private static <T> T known(AtomicReferenceArray<T> all, int place, Supplier<T> work) {
    T known = all.get(place);
    if (known == null) {
      known = work.get();
      all.set(place, known);
    }
    return known;
  }
}
