// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.PdbStream;
import dev.tiptoe.metadata.table.Column.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The tables of one module: how many rows each has, the value of any cell, and which rows point to
 * which.
 *
 * <p>Damage costs what it hits. A table that the stream cuts short keeps its whole rows readable;
 * where a table's size makes no sense, those before it are readable. Reading what is not there
 * throws {@link MetadataFormatException}; {@link #damage} tells what that is.
 *
 * <p>Immutable, for any number of threads. The reverse indexes, from a row to the rows that refer
 * to it, are worked out on first use and kept: nothing for a sorted table, eight bytes a row for
 * others.
 *
 * @ecma II.24.2.6
 */
public final class Tables {

  private static final int NOWHERE = -1;
  private static final int MOST_IN_TWO_BYTES = 0xffff;
  private static final int DELTA = 0x20;
  private static final int DELETED = 0x80;

  private final Bytes stream;
  private final boolean minimalDelta;
  private final Optional<PdbStream> pdb;
  private final TablesHeader header;
  private final int[] counts;
  private final TableLayout[] layouts;
  private final ReverseIndexes reverseIndexes;

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
    this.minimalDelta = minimalDelta;
    this.pdb = pdb;
    header = new TablesHeader(stream);
    counts = header.counts();
    int[] known = pdb.map(stated -> stated.rowsBeside(header.rows())).orElse(header.rows());
    IndexWidths widths = new IndexWidths(known, header.heapSizes(), minimalDelta);
    layouts = TableLayout.all(header, widths, stream.length());
    reverseIndexes = new ReverseIndexes(this);
  }

  // Tables.

  /** How many rows the table says it has; 0 when it is absent. */
  public int count(int table) {
    return table >= 0 && table < counts.length ? counts[table] : 0;
  }

  /**
   * How many rows the stream holds whole; fewer than {@link #count} when it is damaged, and what
   * memory may be set aside for.
   */
  public int whole(int table) {
    return TableSchema.ECMA_335.has(table)
        ? layouts[table].whole(count(table), stream.length())
        : 0;
  }

  /**
   * What of the tables cannot be read, and why: numbers of rows that make no sense, and tables that
   * are not there with all their rows. Empty when nothing is wrong.
   */
  public List<MetadataFormatException> damage() {
    List<MetadataFormatException> all = new ArrayList<>(header.damage());
    pdb.map(PdbStream::damage).ifPresent(all::addAll);
    for (int table : TableSchema.ECMA_335.tables()) {
      int whole = whole(table);
      if (whole < count(table)) {
        String name = TableSchema.ECMA_335.nameOf(table);
        String reason = name + " has " + count(table) + " rows, of which " + whole + " are there";
        all.add(stream.damaged(layouts[table].start, reason));
      }
    }
    return all;
  }

  /**
   * Whether this is what edit-and-continue adds to a module rather than a module: its rows may
   * point to rows, and into heaps, that are elsewhere.
   */
  public boolean isDelta() {
    return minimalDelta || (heapSizes() & DELTA) != 0;
  }

  /** Whether rows may be marked as deleted: by a flag and the beginning of their names. */
  public boolean hasDeletedRows() {
    return (heapSizes() & DELETED) != 0;
  }

  /** The byte of that name in the stream's header: which heaps have wide indexes, and more. */
  public int heapSizes() {
    return header.heapSizes();
  }

  /** Whether the module says that the table is sorted; it need not be true. */
  public boolean claimsSorted(int table) {
    return TableSchema.ECMA_335.has(table) && header.claimsSorted(table);
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

  // Cells.

  /** The raw value of a cell: a number, a heap offset, a rid, or an undecoded coded index. */
  public int cell(int table, int rid, int column) {
    TableLayout layout = layout(table, rid);
    int at = layout.cellAt(rid, column);
    return layout.wide[column] ? stream.i32(at) : stream.u16(at);
  }

  /** The raw values of one column, for whoever reads many. */
  public Cells cells(int table, int column) {
    return new Cells(this, table, layouts[table], column, stream);
  }

  /** The token in a cell that holds a row or a coded index; nil when it holds none. */
  public Token token(int table, int rid, int column) {
    int decoded = decoded(table, rid, column);
    if (decoded == NOWHERE) {
      throw damaged(table, rid, column, "points to no table");
    }
    return new Token(decoded);
  }

  /** An exception about the cell of a row that is there. */
  public MetadataFormatException damaged(int table, int rid, int column, String reason) {
    TableLayout layout = layouts[table];
    String cell = layout.columns[column].name() + " of " + Token.of(table, rid);
    return stream.damaged(layout.cellAt(rid, column), cell + " " + reason);
  }

  /** The value of the token in a cell; -1 where it points to no table. */
  public int decoded(int table, int rid, int column) {
    int value = cell(table, rid, column);
    Column type = layouts[table].columns[column];
    if (type.kind() == Kind.CODED) {
      return CodedIndex.decode(type.targets(), value);
    }
    boolean isRid = Integer.compareUnsigned(value, TablesHeader.MOST_ROWS) <= 0;
    return isRid ? type.targets()[0] << 24 | value : NOWHERE;
  }

  /**
   * The raw value with which a column points to {@code token}; -1 where it cannot, since it never
   * points to that table or its cells are too narrow.
   */
  public int encoded(int table, int column, Token token) {
    Column type = layouts[table].columns[column];
    int value =
        type.kind() == Kind.CODED
            ? CodedIndex.encode(type.targets(), token)
            : token.table() == type.targets()[0] ? token.rid() : NOWHERE;
    return layouts[table].wide[column] || value <= 0xffff ? value : NOWHERE;
  }

  // Runs.

  /**
   * The place where the run in a column of {@code rid} begins; for the row behind the last, where
   * the last run ends.
   *
   * <p>Places count from 1 and are rows of the target table, unless a table of pointers stands
   * between (see {@link #runRow}). Damaged files have runs that descend or leave the table: they
   * are clamped to it.
   */
  public int runStart(int table, int rid, int column) {
    int end = count(placeTable(table, column)) + 1;
    if (rid == count(table) + 1) {
      return end;
    }
    int first = cell(table, rid, column);
    if (first == 0) {
      // With exactly 0xffff rows the end, 0x10000, does not fit into two bytes and is stored as 0.
      // The CLR takes 0 for the end whatever the number of rows, and so do we; it is damage then.
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

  /** Whether {@code value}, in a column of runs, is where a run may begin, or behind the last. */
  public boolean mayBegin(int table, int column, int value) {
    int places = count(placeTable(table, column));
    return value == 0
        ? places == 0 || places == MOST_IN_TWO_BYTES
        : Integer.compareUnsigned(value, places + 1) <= 0;
  }

  /**
   * The table whose rows are the places of the runs that begin in a column: the one that holds
   * them, or the one of pointers that stands between.
   */
  public int placeTable(int table, int column) {
    int target = runTarget(table, column);
    return hasPointers(target) ? pointersTo(target) : target;
  }

  /** The row of {@code target} that a run's place stands for. */
  public int runRow(int target, int place) {
    return hasPointers(target) ? token(pointersTo(target), place, 0).rid() : place;
  }

  /** The same without an exception where a pointer makes no sense: any number then. */
  int rowAt(int target, int place) {
    return hasPointers(target) ? cell(pointersTo(target), place, 0) : place;
  }

  /** How many places there are that can be read. */
  int wholePlaces(int target) {
    return whole(hasPointers(target) ? pointersTo(target) : target);
  }

  int runTarget(int table, int column) {
    return layouts[table].columns[column].targets()[0];
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

  // The reverse indexes.

  /** The rows of a table by what stands in a column. */
  public Referrers referrers(int table, int column) {
    return reverseIndexes.referrers(table, column);
  }

  /** The rows of a table by the rows in the runs that begin in a column. */
  public RunOwners owners(int table, int column) {
    return reverseIndexes.owners(table, column);
  }

  private TableLayout layout(int table, int rid) {
    if (rid <= 0 || rid > count(table)) {
      throw noRow(table, rid);
    }
    return layouts[table];
  }

  MetadataFormatException noRow(int table, int rid) {
    String name = TableSchema.ECMA_335.nameOf(table);
    return stream.damaged(
        0, "there is no row " + rid + " in " + name + " (it has " + count(table) + ")");
  }
}
