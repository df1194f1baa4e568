// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.testdata.image;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A column of a table: its name, what it holds, and how many bytes that takes. Immutable. */
public final class Column {

  /** What its width depends on. */
  private enum Kind {
    TWO_BYTES,
    FOUR_BYTES,
    STRINGS,
    GUIDS,
    BLOBS,
    ROWS
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

  static Column u2(String name) {
    return new Column(name, Kind.TWO_BYTES, null);
  }

  static Column u4(String name) {
    return new Column(name, Kind.FOUR_BYTES, null);
  }

  static Column string(String name) {
    return new Column(name, Kind.STRINGS, null);
  }

  static Column guid(String name) {
    return new Column(name, Kind.GUIDS, null);
  }

  static Column blob(String name) {
    return new Column(name, Kind.BLOBS, null);
  }

  /** A row of {@code table}. */
  static Column row(String name, int table) {
    return new Column(name, Kind.ROWS, null, table);
  }

  /** The first row of a run of {@code table}, or of the {@code pointers} to it. */
  static Column list(String name, int table, int pointers) {
    return new Column(name, Kind.ROWS, null, table, pointers);
  }

  static Column coded(String name, CodedIndex coded) {
    return new Column(name, Kind.ROWS, coded, coded.targets());
  }

  /** The name that the specification gives it. */
  public String name() {
    return name;
  }

  /** Whether it is an index, and so two or four bytes wide as there is need. */
  public boolean isIndex() {
    return kind != Kind.TWO_BYTES && kind != Kind.FOUR_BYTES;
  }

  /** The numbers of the tables whose rows decide on its width. */
  public int[] targets() {
    return targets.clone();
  }

  /** How many rows a target may have before the column needs four bytes. */
  public int mostRowsWhileNarrow() {
    return 0xffff >>> (coded == null ? 0 : coded.tagBits);
  }

  /** Its width in bytes, two or four. */
  public int width(Widths widths) {
    boolean wide =
        switch (kind) {
          case TWO_BYTES -> false;
          case FOUR_BYTES -> true;
          case STRINGS -> widths.wideHeap(0x01);
          case GUIDS -> widths.wideHeap(0x02);
          case BLOBS -> widths.wideHeap(0x04);
          case ROWS ->
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
}
