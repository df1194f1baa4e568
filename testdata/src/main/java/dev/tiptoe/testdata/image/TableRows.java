// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The rows of all tables, as numbers, and the stream made of them.
 *
 * @ecma II.24.2.6
 */
final class TableRows {

  private final Map<Table, List<int[]>> rows = new EnumMap<>(Table.class);
  private final Map<Table, Integer> claims = new EnumMap<>(Table.class);

  int add(Table table, int... cells) {
    if (cells.length != table.columns().size()) {
      throw new IllegalArgumentException(table + " has " + table.columns().size() + " columns");
    }
    List<int[]> all = rows.computeIfAbsent(table, none -> new ArrayList<>());
    all.add(cells.clone());
    return table.token(all.size());
  }

  /** Makes the header claim so many rows. */
  void claim(Table table, int count) {
    claims.put(table, count);
  }

  int count(Table table) {
    return of(table).size();
  }

  int[] row(int token) {
    return of(Table.numbered(token >>> 24)).get((token & 0xffffff) - 1);
  }

  private List<int[]> of(Table table) {
    return rows.getOrDefault(table, List.of());
  }

  private Map<Table, Integer> counts() {
    Map<Table, Integer> counts = new EnumMap<>(Table.class);
    rows.forEach((table, all) -> counts.put(table, all.size()));
    counts.putAll(claims);
    return counts;
  }

  /**
   * Returns the tables stream. Widths follow from the claimed row counts, as for a reader, and from
   * the number of rows {@code elsewhere}.
   */
  byte[] stream(int heapSizes, long sorted, boolean allWide, Map<Table, Integer> elsewhere) {
    Map<Table, Integer> counts = counts();
    Map<Table, Integer> all = new EnumMap<>(Table.class);
    all.putAll(counts);
    all.putAll(elsewhere);
    Widths widths = new Widths(all, heapSizes, allWide);
    LittleEndian stream = new LittleEndian().u4(0).u1(2).u1(0).u1(heapSizes).u1(1);
    stream.u8(counts.keySet().stream().mapToLong(table -> 1L << table.number()).sum());
    stream.u8(sorted);
    counts.values().forEach(stream::u4);
    if ((heapSizes & 0x40) != 0) {
      stream.u4(0xeca7a);
    }
    rows.forEach((table, added) -> added.forEach(row -> write(table, row, widths, stream)));
    return stream.toArray();
  }

  private static void write(Table table, int[] row, Widths widths, LittleEndian stream) {
    for (int i = 0; i < row.length; i++) {
      stream.number(row[i], table.columns().get(i).width(widths));
    }
  }
}
