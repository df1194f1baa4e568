// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Runs: the rows of one table that belong to a row of another. */
class RunTest {

  private static final int TYPE_DEF = 0x02;
  private static final int METHOD_DEF = 0x06;
  private static final int METHOD_LIST = 5;

  /** Types with the given beginnings of method lists, over {@code methods} methods. */
  private static ImageBuilder types(int methods, int... lists) {
    ImageBuilder builder = new ImageBuilder();
    for (int list : lists) {
      builder.row(Table.TYPE_DEF, 0, 0, 0, 0, 1, list);
    }
    for (int i = 0; i < methods; i++) {
      builder.row(Table.METHOD_DEF, i, 0, 0, 0, 0, 1);
    }
    return builder;
  }

  private static List<String> runs(Tables tables) {
    List<String> runs = new ArrayList<>();
    for (int rid = 1; rid <= tables.count(TYPE_DEF); rid++) {
      int start = tables.runStart(TYPE_DEF, rid, METHOD_LIST);
      int end = tables.runEnd(TYPE_DEF, rid, METHOD_LIST);
      runs.add(start == end ? "none" : start + "-" + (end - 1));
    }
    return runs;
  }

  @Test
  void runs_thatAscend_endWhereTheNextBegins() {
    assertEquals(
        List.of("none", "1-2", "none", "3-5", "none"), runs(Given.tables(types(5, 1, 1, 3, 3, 6))));
  }

  @Test
  void runs_ofAnEmptyTable_areEmpty() {
    assertEquals(List.of("none", "none"), runs(Given.tables(types(0, 1, 1))));
    assertEquals(List.of("none", "none"), runs(Given.tables(types(0, 0, 0))));
  }

  @Test
  void runs_thatDescend_areNeverNegative() {
    assertEquals(List.of("1-3", "none", "2-5"), runs(Given.tables(types(5, 1, 4, 2))));
  }

  @Test
  void runs_thatLeaveTheTable_areCutToIt() {
    assertEquals(List.of("1-2", "none", "none"), runs(Given.tables(types(2, 1, 4, 0xffff))));
  }

  @Test
  void runs_thatBeginWithTheHighestBit_areCutToTheTable() {
    ImageBuilder builder = types(2, 1, 0x8000_0001).minimalDelta();
    assertEquals(List.of("1-2", "none"), runs(new Tables(Given.bytes(builder.tables()), true)));
  }

  /** The last type's end, 0x10000, does not fit into two bytes: it is stored as 0. */
  @Test
  void runs_over0xffffRows_treatZeroAsTheEnd() {
    Tables tables = Given.tables(types(0xffff, 1, 0xffff, 0, 0));
    assertEquals(List.of("1-65534", "65535-65535", "none", "none"), runs(tables));
  }

  /** As the CLR lists them; there is nothing else to go by. */
  @Test
  void runs_thatBeginAtZero_areDamageUnlessTheyCannotBeWritten() {
    Tables tables = Given.tables(types(5, 1, 0, 3));
    assertEquals(List.of("1-5", "none", "3-5"), runs(tables));
    assertFalse(tables.mayBegin(TYPE_DEF, METHOD_LIST, 0));
    assertTrue(tables.mayBegin(TYPE_DEF, METHOD_LIST, 6));
    assertFalse(tables.mayBegin(TYPE_DEF, METHOD_LIST, 7));
    assertTrue(Given.tables(types(0xffff, 1)).mayBegin(TYPE_DEF, METHOD_LIST, 0));
    assertFalse(Given.tables(types(0x10000, 1)).mayBegin(TYPE_DEF, METHOD_LIST, 0));
    assertTrue(Given.tables(types(0, 1)).mayBegin(TYPE_DEF, METHOD_LIST, 0));
  }

  @Test
  void runs_over0x10000Rows_haveFourBytes() {
    Tables tables = Given.tables(types(0x10000, 1, 0xffff, 0x10000, 0x10001));
    assertEquals(List.of("1-65534", "65535-65535", "65536-65536", "none"), runs(tables));
  }

  @Test
  void runs_throughPointers_countPointersAndYieldTheirRows() {
    ImageBuilder builder = types(3, 1, 2);
    for (int row : new int[] {3, 1, 2}) {
      builder.row(Table.METHOD_PTR, row);
    }
    Tables tables = Given.tables(builder);
    assertTrue(tables.hasPointers(METHOD_DEF));
    assertFalse(tables.hasPointers(0x04));
    assertEquals(List.of("1-1", "2-3"), runs(tables));
    assertEquals(3, tables.runRow(METHOD_DEF, 1));
    assertEquals(1, tables.runRow(METHOD_DEF, 2));
    assertEquals(2, tables.runRow(METHOD_DEF, 3));
    assertThrows(MetadataFormatException.class, () -> tables.runRow(METHOD_DEF, 4));
  }

  @Test
  void runRow_withoutPointers_isThePlaceItself() {
    assertEquals(7, Given.tables(types(3, 1)).runRow(METHOD_DEF, 7));
  }

  @Test
  void runRow_throughAPointerThatNoTokenHas_isDamage() {
    ImageBuilder builder = types(1, 1).minimalDelta();
    builder.row(Table.METHOD_PTR, 0x0100_0001);
    Tables tables = new Tables(Given.bytes(builder.tables()), true);
    assertThrows(MetadataFormatException.class, () -> tables.runRow(METHOD_DEF, 1));
  }
}
