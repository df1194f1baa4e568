// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;

/**
 * The ways back along the columns of a module, each worked out on first use and kept.
 *
 * <p>What is kept holds no bytes of its own but reads those of whoever asks; it was worked out
 * while the file was what it was. Any number of threads may ask. Two that ask first at the same
 * time may both do the work; the results are equal.
 */
final class WaysBack {

  private final AtomicReferenceArray<Referrers> referrers =
      new AtomicReferenceArray<>(TableSchema.ECMA_335.columnCount());
  private final AtomicReferenceArray<RunOwners> owners =
      new AtomicReferenceArray<>(TableSchema.ECMA_335.columnCount());

  Referrers referrers(Tables tables, int table, int column) {
    int place = TableSchema.ECMA_335.ordinal(table, column);
    return known(referrers, place, tables, bare -> new Referrers(bare, table, column)).in(tables);
  }

  RunOwners owners(Tables tables, int table, int column) {
    int place = TableSchema.ECMA_335.ordinal(table, column);
    return known(owners, place, tables, bare -> new RunOwners(bare, table, column)).in(tables);
  }

  private static <T> T known(
      AtomicReferenceArray<T> all, int place, Tables tables, Function<Tables, T> work) {
    T known = all.get(place);
    if (known == null) {
      known = tables.answer(work);
      all.set(place, known);
    }
    return known;
  }
}
