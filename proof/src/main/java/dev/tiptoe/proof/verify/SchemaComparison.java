// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.framework.com.ComFunction;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.table.Column;
import dev.tiptoe.metadata.table.TableSchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the schema with that of the file that the CLR has open: the number of columns of each
 * table, the contents and targets of each, and the column by which the rows are sorted.
 */
final class SchemaComparison {

  private static final TableSchema SCHEMA = TableSchema.ECMA_335;

  // The types of columns in IMetaDataTables: tables by number, then coded indexes, then these.
  private static final int CODED = 64;
  private static final int FIXED = 96;
  private static final List<String> FIXED_TYPES =
      List.of("U2", "U2", "U4", "U4", "U2", "STRING", "GUID", "BLOB");

  private final ComFunction getNumTables;
  private final ComFunction getTableInfo;
  private final ComFunction getColumnInfo;
  private final ComFunction getCodedTokenInfo;
  private final Frame frame = new Frame();
  private final Findings findings;

  SchemaComparison(ComReference tables, Findings findings) {
    this.findings = findings;
    getNumTables = tables.function("GetNumTables");
    getTableInfo = tables.function("GetTableInfo");
    getColumnInfo = tables.function("GetColumnInfo");
    getCodedTokenInfo = tables.function("GetCodedTokenInfo");
  }

  /**
   * Compares, and returns how many tables the CLR knows, which are those with the lowest numbers.
   */
  int run() {
    getNumTables.call(frame.cell(0));
    int count = frame.number(0);
    for (int table = 0; table < count; table++) {
      compareTable(table);
    }
    return count;
  }

  private void compareTable(int table) {
    getTableInfo.call(table, null, null, frame.cell(0), frame.cell(1), null);
    List<Column> columns = SCHEMA.columns(table);
    String name = SCHEMA.nameOf(table);
    findings.compare(name, 0, "column count", columns.size(), frame.number(0));
    findings.compare(name, 0, "key", SCHEMA.key(table).orElse(-1), frame.number(1));
    for (int column = 0; column < columns.size(); column++) {
      getColumnInfo.call(table, column, null, null, frame.cell(0), null);
      Column ours = columns.get(column);
      Object theirs = held(frame.number(0), ours.targetTables());
      findings.compare(name, 0, ours.name() + " holds", held(ours), theirs);
    }
  }

  private static Object held(Column ours) {
    return switch (ours.kind()) {
      case ROW, RUN, CODED -> ours.targetTables();
      default -> ours.kind().toString();
    };
  }

  private Object held(int theirs, List<Integer> ours) {
    if (theirs < CODED) {
      return List.of(theirs);
    }
    return theirs < FIXED ? coded(theirs - CODED, ours) : FIXED_TYPES.get(theirs - FIXED);
  }

  /**
   * Returns the tables of a coded index by tag. The CLR has 0 for an unused tag, which is also
   * Module; so tags that our reader treats as unused, or beyond the last one, are unused.
   */
  private List<Integer> coded(int index, List<Integer> ours) {
    getCodedTokenInfo.call(index, frame.cell(0), frame.cell(1), null);
    int count = frame.number(0);
    var tokens = frame.bytesAt(1, count * Integer.BYTES);
    List<Integer> tables = new ArrayList<>();
    for (int tag = 0; tag < count; tag++) {
      int table = tokens.i32(tag * Integer.BYTES) >>> 24;
      boolean unused = table == 0 && (tag >= ours.size() || ours.get(tag) < 0);
      if (!unused || tag < ours.size()) {
        tables.add(unused ? -1 : table);
      }
    }
    return tables;
  }
}
