// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column of a table: its name, its kind, and its width. Immutable. */
public final class ColumnLayout {

  /** What a column holds. */
  public enum Kind {
    /** A number of two bytes. */
    TWO_BYTES,
    /** A number of four bytes. */
    FOUR_BYTES,
    /** An offset into the strings heap. */
    STRING,
    /** An index into the GUID heap. */
    GUID,
    /** An offset into the blob heap. */
    BLOB,
    /** A row, of a certain table or, coded, of one of several. */
    ROW
  }

  private final String name;
  private final Kind kind;
  private final @Nullable CodedIndexKind coded;
  private final int[] targets;

  private ColumnLayout(String name, Kind kind, @Nullable CodedIndexKind coded, int... targets) {
    this.name = name;
    this.kind = kind;
    this.coded = coded;
    this.targets = targets;
  }

  static ColumnLayout u2(String name) {
    return new ColumnLayout(name, Kind.TWO_BYTES, null);
  }

  static ColumnLayout u4(String name) {
    return new ColumnLayout(name, Kind.FOUR_BYTES, null);
  }

  static ColumnLayout string(String name) {
    return new ColumnLayout(name, Kind.STRING, null);
  }

  static ColumnLayout guid(String name) {
    return new ColumnLayout(name, Kind.GUID, null);
  }

  static ColumnLayout blob(String name) {
    return new ColumnLayout(name, Kind.BLOB, null);
  }

  /** A row of {@code table}. */
  static ColumnLayout row(String name, int table) {
    return new ColumnLayout(name, Kind.ROW, null, table);
  }

  /** The first row of a run of {@code table}, or of the {@code pointers} to it. */
  static ColumnLayout list(String name, int table, int pointers) {
    return new ColumnLayout(name, Kind.ROW, null, table, pointers);
  }

  static ColumnLayout coded(String name, CodedIndexKind coded) {
    return new ColumnLayout(name, Kind.ROW, coded, coded.targets());
  }

  /** The name that the specification gives it. */
  public String name() {
    return name;
  }

  /** What it holds. */
  public Kind kind() {
    return kind;
  }

  /** Its width in bytes, two or four. */
  public int width(Widths widths) {
    boolean wide =
        switch (kind) {
          case TWO_BYTES -> false;
          case FOUR_BYTES -> true;
          case STRING -> widths.wideHeap(0x01);
          case GUID -> widths.wideHeap(0x02);
          case BLOB -> widths.wideHeap(0x04);
          case ROW ->
              widths.allWide()
                  || Arrays.stream(targets)
                      .anyMatch(table -> widths.rows(table) > mostRowsWhileNarrow());
        };
    return wide ? 4 : 2;
  }

  /** What stands in the cell for {@code token}: its rid, or a coded index. */
  int encode(int token) {
    return coded == null ? token & 0xffffff : coded.encode(token);
  }

  private int mostRowsWhileNarrow() {
    return 0xffff >>> (coded == null ? 0 : coded.tagBits);
  }
}
