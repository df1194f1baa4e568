// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Collects what an index does not have of a module, and why: it could not be read, or builds of the
 * module differ in it. Mutable, not thread-safe.
 */
final class DamageWriter {

  static final int RID = 0;
  static final int KIND = 1;
  static final int REASON = 2;

  /** 1 where builds differ, since version 1.4; 0 where something could not be read. */
  static final int DIFFERENCE = 3;

  private static final String BUILDS_DIFFER = "builds with this MVID differ here";

  /** The names of the method. */
  static final int NAMES = 0;

  /** The sequence points of the method. */
  static final int POINTS = 1;

  /** The ReadyToRun code of the module. */
  static final int CODE = 2;

  private record Entry(int rid, int kind, int reason, int difference) {}

  private final List<Entry> entries = new ArrayList<>();
  private final StringTableWriter reasons = new StringTableWriter();

  /** Adds what could not be read. */
  void add(int rid, int kind, String reason) {
    int most = TextSection.LONGEST / 4;
    String text = reason.length() > most ? reason.substring(0, most) : reason;
    entries.add(new Entry(rid, kind, reasons.add(text), 0));
  }

  /** Adds what was there before in an index, or in which builds differ. */
  void add(int rid, int kind, DamageTable.Reason reason) {
    entries.add(new Entry(rid, kind, reasons.add(reason.text()), reason.isDifference() ? 1 : 0));
  }

  /** Adds what builds differ in. */
  void addDifference(int rid, int kind) {
    add(rid, kind, new DamageTable.Reason(BUILDS_DIFFER, true));
  }

  /** Returns the section of rows, ascending by method, and that of reasons. */
  List<IndexOutput> sections() {
    if (entries.isEmpty()) {
      return List.of(new IndexOutput(), new IndexOutput());
    }
    entries.sort(Comparator.comparingInt(Entry::rid).thenComparingInt(Entry::kind));
    IndexOutput texts = reasons.write();
    int[] rows = new int[entries.size() * BitRows.COLUMNS];
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      rows[i * BitRows.COLUMNS + RID] = entry.rid;
      rows[i * BitRows.COLUMNS + KIND] = entry.kind;
      rows[i * BitRows.COLUMNS + REASON] = reasons.number(entry.reason);
      rows[i * BitRows.COLUMNS + DIFFERENCE] = entry.difference;
    }
    return List.of(BitRows.write(rows, entries.size()), texts);
  }
}
