// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what of a module could not be read, and why. Mutable, not thread-safe. */
final class DamageWriter {

  static final int RID = 0;
  static final int KIND = 1;
  static final int REASON = 2;

  /** The names of the method. */
  static final int NAMES = 0;

  /** The sequence points of the method. */
  static final int POINTS = 1;

  /** The ReadyToRun code of the module. */
  static final int CODE = 2;

  private record Entry(int rid, int kind, int reason) {}

  private final List<Entry> entries = new ArrayList<>();
  private final StringTableWriter reasons = new StringTableWriter();

  void add(int rid, int kind, String reason) {
    int most = StringTable.LONGEST / 4;
    String text = reason.length() > most ? reason.substring(0, most) : reason;
    entries.add(new Entry(rid, kind, reasons.add(text)));
  }

  /** Returns the section of rows, ascending by method, and that of reasons. */
  List<IndexOutput> sections() {
    if (entries.isEmpty()) {
      return List.of(new IndexOutput(), new IndexOutput());
    }
    entries.sort(Comparator.comparing(Entry::rid));
    IndexOutput texts = reasons.write();
    int[] rows = new int[entries.size() * BitRows.COLUMNS];
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      rows[i * BitRows.COLUMNS + RID] = entry.rid;
      rows[i * BitRows.COLUMNS + KIND] = entry.kind;
      rows[i * BitRows.COLUMNS + REASON] = reasons.number(entry.reason);
    }
    return List.of(BitRows.write(rows, entries.size()), texts);
  }
}
