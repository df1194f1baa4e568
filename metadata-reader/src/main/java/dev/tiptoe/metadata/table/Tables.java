// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.PdbStream;
import dev.tiptoe.metadata.table.Column.Kind;
import java.util.Optional;

/**
 * The tables of one module: how many rows each has, and the value of any cell.
 *
 * <p>A table that the stream cuts short keeps its whole rows readable; reading a row behind the end
 * throws {@link dev.tiptoe.metadata.MetadataFormatException}. Immutable.
 *
 * @ecma II.24.2.6
 */
public final class Tables {

  private static final int HEAP_SIZES = 6;
  private static final int EXTRA_DATA = 0x40;
  private static final int VALID = 8;
  private static final int SORTED = 16;
  private static final int ROW_COUNTS = 24;
  private static final int MOST_ROWS = 0x00ffffff;

  private final Bytes stream;
  private final int[] rows = new int[TableSchema.NUMBERS];
  private final TableLayout[] layouts = new TableLayout[TableSchema.NUMBERS];

  /**
   * Reads the header of a tables stream and lays its tables out.
   *
   * @param minimalDelta whether every index has four bytes (a {@code #JTD} stream stands beside)
   */
  public Tables(Bytes stream, boolean minimalDelta) {
    this(stream, minimalDelta, Optional.empty());
  }

  /**
   * The same for a portable PDB, whose indexes are as wide as the tables of its module require.
   *
   * @param pdb the {@code #Pdb} stream beside, which tells of those tables
   */
  public Tables(Bytes stream, boolean minimalDelta, Optional<PdbStream> pdb) {
    this.stream = stream;
    int at = readRowCounts();
    int heapSizes = stream.u8(HEAP_SIZES);
    if ((heapSizes & EXTRA_DATA) != 0) {
      at += 4;
    }
    int[] known = pdb.map(stated -> stated.rowsBeside(rows)).orElse(rows);
    IndexWidths widths = new IndexWidths(known, heapSizes, minimalDelta);
    for (int table = 0; table < TableSchema.NUMBERS; table++) {
      if (TableSchema.ECMA_335.has(table)) {
        layouts[table] = new TableLayout(TableSchema.ECMA_335.columnsOf(table), at, widths);
        at = (int) Math.min(Integer.MAX_VALUE, at + (long) rows[table] * layouts[table].rowSize);
      }
    }
  }

  private int readRowCounts() {
    long valid = stream.i64(VALID);
    int at = ROW_COUNTS;
    for (int table = 0; table < TableSchema.NUMBERS; table++) {
      if ((valid >>> table & 1) != 0) {
        rows[table] = checkedCount(table, stream.i32(at), at);
        at += 4;
      }
    }
    return at;
  }

  private int checkedCount(int table, int count, int at) {
    String name = TableSchema.ECMA_335.nameOf(table);
    if (Integer.compareUnsigned(count, MOST_ROWS) > 0) {
      throw stream.damaged(at, name + " says it has " + Integer.toUnsignedString(count) + " rows");
    }
    if (count > 0 && !TableSchema.ECMA_335.has(table)) {
      // The size of its rows is not known, so nothing behind it could be found.
      throw stream.damaged(at, name + " is not known");
    }
    return count;
  }

  /** How many rows the table has; 0 when it is absent. */
  public int count(int table) {
    return table >= 0 && table < rows.length ? rows[table] : 0;
  }

  /**
   * How many rows the stream holds whole; fewer than {@link #count} when it is cut short, and what
   * memory may be set aside for.
   */
  public int whole(int table) {
    TableLayout layout = count(table) == 0 ? null : layouts[table];
    int room = layout == null ? 0 : Math.max(0, stream.length() - layout.start) / layout.rowSize;
    return Math.min(count(table), room);
  }

  /** The byte of that name in the stream's header: which heaps have wide indexes, and more. */
  public int heapSizes() {
    return stream.u8(HEAP_SIZES);
  }

  /** Whether the module says that the table is sorted; it need not be true. */
  public boolean claimsSorted(int table) {
    return TableSchema.ECMA_335.has(table) && (stream.i64(SORTED) >>> table & 1) != 0;
  }

  /** How many bytes a row of the table has; 0 when no such table exists. */
  public int rowSize(int table) {
    return TableSchema.ECMA_335.has(table) ? layouts[table].rowSize : 0;
  }

  /** How many bytes a column has, two or four. */
  public int width(int table, int column) {
    return layouts[table].wide[column] ? 4 : 2;
  }

  /** Where in a row a column begins, in bytes. */
  public int offset(int table, int column) {
    return layouts[table].offsets[column];
  }

  /** Whether the token names a row that exists. */
  public boolean contains(Token token) {
    return token.rid() > 0 && token.rid() <= count(token.table());
  }

  /** The raw value of a cell: a number, a heap offset, a rid, or an undecoded coded index. */
  public int cell(int table, int rid, int column) {
    TableLayout layout = layout(table, rid);
    int at = layout.cellAt(rid, column);
    return layout.wide[column] ? stream.i32(at) : stream.u16(at);
  }

  /** The token in a cell that holds a row or a coded index; nil when it holds none. */
  public Token token(int table, int rid, int column) {
    Column type = layout(table, rid).columns[column];
    int value = cell(table, rid, column);
    int decoded =
        type.kind() == Kind.CODED
            ? CodedIndex.decode(type.targets(), value)
            : rowOf(type.targets()[0], value);
    if (decoded == -1) {
      String reason = type.name() + " of " + Token.of(table, rid) + " points to no table";
      throw stream.damaged(layouts[table].cellAt(rid, column), reason);
    }
    return new Token(decoded);
  }

  /** The token of row {@code value}; -1 where no token can name it. */
  private static int rowOf(int table, int value) {
    return Integer.compareUnsigned(value, MOST_ROWS) > 0 ? -1 : table << 24 | value;
  }

  /**
   * The place where the run in a column of {@code rid} begins; for the row behind the last, where
   * the last run ends.
   *
   * <p>Places count from 1 and are rows of the target table, unless a table of pointers stands
   * between (see {@link #runRow}). Damaged files have runs that descend or leave the table: they
   * are clamped to it.
   */
  public int runStart(int table, int rid, int column) {
    int target = layouts[table].columns[column].targets()[0];
    int end = (hasPointers(target) ? count(pointersTo(target)) : count(target)) + 1;
    if (rid > count(table)) {
      return end;
    }
    int first = cell(table, rid, column);
    if (first == 0) {
      // With exactly 0xffff rows the end, 0x10000, does not fit into two bytes and is stored as 0.
      return rid == 1 ? 1 : end;
    }
    return first < 0 ? end : Math.min(first, end);
  }

  /**
   * The place behind the last of the run in a column of {@code rid}; not less than where it begins.
   */
  public int runEnd(int table, int rid, int column) {
    return Math.max(runStart(table, rid, column), runStart(table, rid + 1, column));
  }

  /** The row of {@code target} that a run's place stands for. */
  public int runRow(int target, int place) {
    return hasPointers(target) ? token(pointersTo(target), place, 0).rid() : place;
  }

  /** Whether a table of pointers stands between runs of {@code target} and its rows. */
  public boolean hasPointers(int target) {
    return count(pointersTo(target)) > 0;
  }

  /**
   * The table of pointers that names the rows of {@code table} in an uncompressed module, or -1.
   */
  static int pointersTo(int table) {
    return switch (table) {
      case 0x04 -> 0x03;
      case 0x06 -> 0x05;
      case 0x08 -> 0x07;
      case 0x14 -> 0x13;
      case 0x17 -> 0x16;
      default -> -1;
    };
  }

  private TableLayout layout(int table, int rid) {
    if (rid <= 0 || rid > count(table)) {
      String name = TableSchema.ECMA_335.nameOf(table);
      throw stream.damaged(
          0, "there is no row " + rid + " in " + name + " (it has " + count(table) + ")");
    }
    return layouts[table];
  }
}
