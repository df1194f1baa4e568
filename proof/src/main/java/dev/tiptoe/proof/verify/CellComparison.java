// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.verify;

import dev.tiptoe.bridge.com.Hresult;
import dev.tiptoe.framework.com.ComFunction;
import dev.tiptoe.framework.com.ComReference;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.table.Column;
import dev.tiptoe.metadata.table.Column.Kind;
import dev.tiptoe.metadata.table.TableSchema;
import dev.tiptoe.metadata.table.Tables;
import java.util.List;
import java.util.Map;

/**
 * Compares every cell of every row of every table with the result of {@code
 * IMetaDataTables::GetColumn}.
 *
 * <p>Where a cell refers to a row, both give its token. Elsewhere both give the stored number, and
 * the heap entry it refers to is compared too.
 */
final class CellComparison {

  private static final TableSchema SCHEMA = TableSchema.ECMA_335;

  /** A value that no cell has: cells have 32 bits. */
  private static final long REFUSED = Long.MIN_VALUE;

  /** The CLR treats the second byte of a Constant's type as padding. */
  private static final int ONE_BYTE = 1;

  private final Tables tables;
  private final ComFunction getTableInfo;
  private final ComFunction getColumnInfo;
  private final ComFunction getColumn;
  private final Frame frame = new Frame();
  private final Map<HeapKind, HeapComparison> heaps;
  private final Findings findings;

  CellComparison(
      Image image, ComReference theirs, Map<HeapKind, HeapComparison> heaps, Findings findings) {
    this.tables = image.metadata().tables();
    this.heaps = heaps;
    this.findings = findings;
    getTableInfo = theirs.function("GetTableInfo");
    getColumnInfo = theirs.function("GetColumnInfo");
    getColumn = theirs.function("GetColumn");
  }

  /** Compares the tables numbered below {@code count}. */
  void run(int count) {
    for (int table = 0; table < count; table++) {
      getTableInfo.call(table, null, frame.cell(0), null, null, null);
      int rows = frame.number(0);
      findings.compare(SCHEMA.nameOf(table), 0, "row count", tables.count(table), rows);
      if (rows > 0 && SCHEMA.has(table)) {
        findings.table();
        compareRows(table, Math.min(rows, tables.count(table)));
      }
    }
  }

  private void compareRows(int table, int rows) {
    List<Column> columns = SCHEMA.columns(table);
    for (int column = 0; column < columns.size(); column++) {
      compareColumn(table, column, columns.get(column), rows);
    }
    findings.rows(rows);
  }

  private void compareColumn(int table, int column, Column type, int rows) {
    getColumnInfo.call(table, column, null, frame.cell(0), null, null);
    HeapComparison heap = HeapKind.of(type.kind()).map(heaps::get).orElse(null);
    long mask = frame.number(0) == ONE_BYTE ? 0xff : 0xffff_ffffL;
    for (int rid = 1; rid <= rows; rid++) {
      long ours = ours(table, rid, column, type.kind());
      long theirs = theirs(table, rid, column);
      if (!agree(ours, theirs, mask, type)) {
        findings.compare(SCHEMA.nameOf(table), rid, type.name(), shown(ours), shown(theirs));
      } else if (heap != null && theirs != REFUSED) {
        heap.compareEntry((int) theirs);
      }
      findings.cell();
    }
  }

  private static boolean agree(long ours, long theirs, long mask, Column type) {
    if (ours == REFUSED && type.kind() == Kind.CODED && theirs != REFUSED) {
      // The tag belongs to no table. The CLR makes a token of it all the same, which is of no use.
      return (theirs & 0xffffff) == 0 || !type.targetTables().contains((int) (theirs >>> 24));
    }
    return ours == theirs || (ours != REFUSED && (ours & mask) == theirs);
  }

  private long ours(int table, int rid, int column, Kind kind) {
    try {
      return Integer.toUnsignedLong(
          switch (kind) {
            case ROW, RUN, CODED -> tables.token(table, rid, column).value();
            default -> tables.cell(table, rid, column);
          });
    } catch (MetadataFormatException e) {
      return REFUSED;
    }
  }

  private long theirs(int table, int rid, int column) {
    return Hresult.isFailure(getColumn.ask(table, column, rid, frame.cell(0)))
        ? REFUSED
        : Integer.toUnsignedLong(frame.number(0));
  }

  private static String shown(long cell) {
    return cell == REFUSED ? Findings.REFUSED : String.format("0x%08x", cell);
  }
}
