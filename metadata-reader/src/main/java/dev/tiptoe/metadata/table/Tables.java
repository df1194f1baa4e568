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
 * The tables of one module: their row counts, the value of any cell, and reverse indexes between
 * rows.
 *
 * <p>Damage affects only its own part. A table that the stream cuts short keeps its whole rows
 * readable; when a table's size is invalid, the tables before it are readable. Reading a missing
 * part throws {@link MetadataFormatException}; {@link #damage} lists the missing parts.
 *
 * <p>Immutable and thread-safe. The reverse indexes, from a row to the rows that refer to it, are
 * computed on first use and retained: nothing for a sorted table, eight bytes a row for others.
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
   * Reads the header of a tables stream and computes the layout of its tables.
   *
   * @param minimalDelta whether every index has four bytes (there is a {@code #JTD} stream)
   */
  public Tables(Bytes stream, boolean minimalDelta) {
    this(stream, minimalDelta, Optional.empty());
  }

  /**
   * Does the same for a portable PDB, whose indexes are as wide as the tables of its module
   * require.
   *
   * @param pdb the {@code #Pdb} stream, which has the sizes of those tables
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

  /** Returns the row count in the table's header; 0 when it is absent. */
  public int count(int table) {
    return table >= 0 && table < counts.length ? counts[table] : 0;
  }

  /**
   * Returns how many whole rows the stream contains; fewer than {@link #count} when it is damaged.
   * Memory may be allocated for so many.
   */
  public int whole(int table) {
    return TableSchema.ECMA_335.has(table)
        ? layouts[table].whole(count(table), stream.length())
        : 0;
  }

  /**
   * Returns the unreadable parts of the tables, with reasons: invalid row counts, and tables
   * without all their rows. Empty when there are none.
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
   * Returns whether this is a delta of edit-and-continue and not a module: its rows may point to
   * rows, and into heaps, in other files.
   */
  public boolean isDelta() {
    return minimalDelta || (heapSizes() & DELTA) != 0;
  }

  /** Returns whether rows may be marked as deleted, by a flag and the beginning of their names. */
  public boolean hasDeletedRows() {
    return (heapSizes() & DELETED) != 0;
  }

  /**
   * Returns the byte of that name in the stream's header: which heaps have wide indexes, and more.
   */
  public int heapSizes() {
    return header.heapSizes();
  }

  /** Returns whether the module marks the table as sorted; it need not be true. */
  public boolean claimsSorted(int table) {
    return TableSchema.ECMA_335.has(table) && header.claimsSorted(table);
  }

  /** Returns how many bytes a row of the table has; 0 when no such table exists. */
  public int rowSize(int table) {
    return TableSchema.ECMA_335.has(table) ? layouts[table].rowSize : 0;
  }

  /** Returns how many bytes a column has, two or four. */
  public int width(int table, int column) {
    return layouts[table].wide[column] ? 4 : 2;
  }

  /** Returns the offset of a column in a row, in bytes. */
  public int offset(int table, int column) {
    return layouts[table].offsets[column];
  }

  /** Returns whether the token refers to a row that exists. */
  public boolean contains(Token token) {
    return token.rid() > 0 && token.rid() <= count(token.table());
  }

  // Cells.

  /**
   * Returns the raw value of a cell: a number, a heap offset, a rid, or an undecoded coded index.
   */
  public int cell(int table, int rid, int column) {
    TableLayout layout = layout(table, rid);
    int at = layout.cellAt(rid, column);
    return layout.wide[column] ? stream.i32(at) : stream.u16(at);
  }

  /** Returns the raw values of one column, for reading many. */
  public Cells cells(int table, int column) {
    return new Cells(this, table, layouts[table], column, stream);
  }

  /** Returns the token in a cell with a row or a coded index; nil when it has none. */
  public Token token(int table, int rid, int column) {
    int decoded = decoded(table, rid, column);
    if (decoded == NOWHERE) {
      throw damaged(table, rid, column, "points to no table");
    }
    return new Token(decoded);
  }

  /** Returns an exception about the cell of a row that is there. */
  public MetadataFormatException damaged(int table, int rid, int column, String reason) {
    TableLayout layout = layouts[table];
    String cell = layout.columns[column].name() + " of " + Token.of(table, rid);
    return stream.damaged(layout.cellAt(rid, column), cell + " " + reason);
  }

  /** Returns the value of the token in a cell; -1 when it points to no table. */
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
   * Returns the raw value with which a column points to {@code token}; -1 when it cannot, because
   * it never points to that table or its cells are too narrow.
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
   * Returns the place where the run in a column of {@code rid} begins; for the row behind the last,
   * where the last run ends.
   *
   * <p>Places count from 1 and are rows of the target table, unless there is a table of pointers
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
      // The CLR reads 0 as the end whatever the number of rows, and so does this reader; with
      // another number it is damage.
      return rid == 1 ? 1 : end;
    }
    return first < 0 ? end : Math.min(first, end);
  }

  /**
   * Returns the place behind the last of the run in a column of {@code rid}; not less than its
   * beginning.
   */
  public int runEnd(int table, int rid, int column) {
    return Math.max(runStart(table, rid, column), runStart(table, rid + 1, column));
  }

  /**
   * Returns whether {@code value}, in a column of runs, is a valid beginning of a run, or behind
   * the last place.
   */
  public boolean mayBegin(int table, int column, int value) {
    int places = count(placeTable(table, column));
    return value == 0
        ? places == 0 || places == MOST_IN_TWO_BYTES
        : Integer.compareUnsigned(value, places + 1) <= 0;
  }

  /**
   * Returns the table whose rows are the places of the runs that begin in a column: the target
   * itself, or the table of pointers between.
   */
  public int placeTable(int table, int column) {
    int target = runTarget(table, column);
    return hasPointers(target) ? pointersTo(target) : target;
  }

  /** Returns the row of {@code target} at a run's place. */
  public int runRow(int target, int place) {
    return hasPointers(target) ? token(pointersTo(target), place, 0).rid() : place;
  }

  /** Returns the same without an exception for an invalid pointer: any number then. */
  int rowAt(int target, int place) {
    return hasPointers(target) ? cell(pointersTo(target), place, 0) : place;
  }

  /** Returns how many places can be read. */
  int wholePlaces(int target) {
    return whole(hasPointers(target) ? pointersTo(target) : target);
  }

  int runTarget(int table, int column) {
    return layouts[table].columns[column].targets()[0];
  }

  /** Returns whether there is a table of pointers between runs of {@code target} and its rows. */
  public boolean hasPointers(int target) {
    return count(pointersTo(target)) > 0;
  }

  /**
   * Returns the table of pointers to the rows of {@code table} in an uncompressed module, or -1.
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

  /** Returns the reverse index from a column's values to the rows of a table. */
  public Referrers referrers(int table, int column) {
    return reverseIndexes.referrers(table, column);
  }

  /**
   * Returns the reverse index from rows to the rows of a table whose runs, beginning in a column,
   * contain them.
   */
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
