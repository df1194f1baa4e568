// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A column of a table: its name, its kind, and the tables it points to. Immutable. */
public final class Column {

  /** The kinds of columns. */
  public enum Kind {
    /** A number of two bytes. */
    U2,
    /** A number of four bytes. */
    U4,
    /** An offset into the {@code #Strings} heap. */
    STRING,
    /** An index into the {@code #GUID} heap, from 1; 0 for none. */
    GUID,
    /** An offset into the {@code #Blob} heap. */
    BLOB,
    /** A row of one table; 0 for none. */
    ROW,
    /** The beginning of a run of rows of one table; it ends where that of the next row begins. */
    RUN,
    /** A row of one of several tables. */
    CODED
  }

  private final String name;
  private final Kind kind;
  private final @Nullable CodedIndex coded;
  private final int[] targets;

  private Column(String name, Kind kind, @Nullable CodedIndex coded, int... targets) {
    this.name = name;
    this.kind = kind;
    this.coded = coded;
    this.targets = targets;
  }

  /** Returns a column of a number or of a heap's index. */
  static Column plain(String name, Kind kind) {
    return new Column(name, kind, null);
  }

  /** Returns a column of a row, or of a run of rows, of {@code table}. */
  static Column of(String name, Kind kind, int table) {
    return new Column(name, kind, null, table);
  }

  /** Returns a column of a coded index, whose tags mean {@code tables}. */
  static Column coded(String name, CodedIndex coded, int... tables) {
    return new Column(name, Kind.CODED, coded, tables);
  }

  /** Returns its name in the specification. */
  public String name() {
    return name;
  }

  /** Returns its kind. */
  public Kind kind() {
    return kind;
  }

  /** Returns its coded index, if its kind is {@link Kind#CODED}. */
  public Optional<CodedIndex> codedIndex() {
    return Optional.ofNullable(coded);
  }

  /**
   * The numbers of the tables it points to: none, one, or for a coded index one by tag, -1 for an
   * unused tag.
   */
  public List<Integer> targetTables() {
    return Arrays.stream(targets).boxed().toList();
  }

  /** Returns the same array, not copied, which must not be changed. */
  int[] targets() {
    return targets;
  }

  /** Name and kind. */
  @Override
  public String toString() {
    return name + ":" + (coded == null ? kind : coded);
  }
}
