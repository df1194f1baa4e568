// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TablesTest {

  private static final int MOST_ROWS = 0x00ffffff;

  @Test
  void counts_ofPresentAndAbsentTables_areReported() {
    ImageBuilder builder = ImageBuilder.netmodule("a.netmodule");
    builder.typeDef("", "A");
    Tables tables = Given.tables(builder);
    assertEquals(2, tables.count(0x02));
    assertEquals(0, tables.count(0x06));
    assertEquals(0, tables.count(0x2d), "a number without a table");
    assertEquals(0, tables.count(0x70), "no table, but tokens have it");
    assertEquals(0, tables.count(-1));
    assertTrue(tables.contains(new Token(0x02000002)));
    assertFalse(tables.contains(new Token(0x02000003)));
    assertFalse(tables.contains(new Token(0x02000000)));
    assertFalse(tables.contains(new Token(0x70000001)));
  }

  @Test
  void layout_ofATable_isReported() {
    ImageBuilder builder = twoTypes().heapSizes(0x81).sorted(1L << 0x29 | 1L << 0x3f);
    Tables tables = Given.tables(builder);
    assertEquals(0x81, tables.heapSizes());
    assertTrue(tables.claimsSorted(0x29));
    assertFalse(tables.claimsSorted(0x2a));
    assertFalse(tables.claimsSorted(0x3f), "no such table");
    assertEquals(18, tables.rowSize(0x02));
    assertEquals(0, tables.rowSize(0x3f));
    assertEquals(4, tables.width(0x02, 1), "a wide heap");
    assertEquals(2, tables.width(0x02, 3), "few rows to point to");
    assertEquals(12, tables.offset(0x02, 3));
  }

  @Test
  void cells_withEveryBitSet_areUnsignedWhereNarrow() {
    ImageBuilder builder = new ImageBuilder();
    builder.row(Table.TYPE_DEF, -1, -1, -1, -1, -1, -1);
    Tables tables = Given.tables(builder);
    assertEquals(-1, tables.cell(0x02, 1, 0));
    for (int column = 1; column < 6; column++) {
      assertEquals(0xffff, tables.cell(0x02, 1, column));
    }
  }

  @Test
  void narrowCodedIndex_withItsHighestBit_isShiftedAsUnsigned() {
    ImageBuilder builder = new ImageBuilder();
    builder.row(Table.INTERFACE_IMPL, 1, 0x3fff << 2 | 1);
    assertEquals(new Token(0x01003fff), Given.tables(builder).token(0x09, 1, 1));
  }

  @Test
  void wideCodedIndex_withTheLargestRid_isShiftedAsUnsigned() {
    ImageBuilder builder = new ImageBuilder().minimalDelta();
    builder.row(Table.MEMBER_REF, MOST_ROWS << 3 | 4, 0, 0);
    Tables tables = new Tables(Given.bytes(builder.tables()), true);
    assertEquals(new Token(0x1bffffff), tables.token(0x0a, 1, 0));
  }

  @Test
  void token_ofARowColumn_hasItsTable() {
    ImageBuilder builder = new ImageBuilder();
    builder.row(Table.NESTED_CLASS, 7, 0);
    Tables tables = Given.tables(builder);
    assertEquals(new Token(0x02000007), tables.token(0x29, 1, 0));
    assertTrue(tables.token(0x29, 1, 1).isNil());
  }

  @Test
  void token_withAnUnusedTag_isDamageAtItsCell() {
    ImageBuilder builder = new ImageBuilder();
    builder.row(Table.INTERFACE_IMPL, 1, 3);
    Tables tables = Given.tables(builder);
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> tables.token(0x09, 1, 1));
    assertEquals(24 + 4 + 2, e.offset());
    assertEquals("Interface of 0x09000001 points to no table", e.reason());
  }

  @ParameterizedTest
  @ValueSource(ints = {MOST_ROWS + 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
  void token_withARidThatNoTokenHas_isDamage(int rid) {
    ImageBuilder builder = new ImageBuilder().minimalDelta();
    builder.row(Table.NESTED_CLASS, 1, rid);
    Tables tables = new Tables(Given.bytes(builder.tables()), true);
    assertThrows(MetadataFormatException.class, () -> tables.token(0x29, 1, 1));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, -1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void cell_ofARowThatIsNone_isDamage(int rid) {
    Tables tables = Given.tables(twoTypes());
    assertThrows(MetadataFormatException.class, () -> tables.cell(0x02, rid, 0));
    assertThrows(MetadataFormatException.class, () -> tables.cell(0x06, rid, 0));
  }

  private static ImageBuilder twoTypes() {
    ImageBuilder builder = ImageBuilder.netmodule("a.netmodule");
    builder.typeDef("", "A");
    return builder;
  }

  /** Parts before it keep their place; the end of the table is not known. */
  @ParameterizedTest
  @ValueSource(ints = {MOST_ROWS + 1, Integer.MAX_VALUE, Integer.MIN_VALUE, -1})
  void count_aboveWhatATokenCanName_costsTheTableAndThoseBehindIt(int count) {
    ImageBuilder builder = twoTypes().claim(Table.INTERFACE_IMPL, count);
    builder.row(Table.PARAM, 1, 2, 3);
    builder.row(Table.TYPE_SPEC, 4);
    Tables tables = Given.tables(builder);
    assertEquals(0, tables.whole(0x09));
    assertEquals(2, tables.cell(0x08, 1, 1));
    assertEquals(2, tables.whole(0x02));
    assertThrows(MetadataFormatException.class, () -> tables.cell(0x09, 1, 0));
    assertThrows(MetadataFormatException.class, () -> tables.cell(0x1b, 1, 0));
    List<MetadataFormatException> damage = tables.damage();
    assertEquals(24 + 3 * 4, damage.get(0).offset(), "the fourth of the counts");
    assertEquals(
        List.of(
            "InterfaceImpl claims to have " + Integer.toUnsignedString(count) + " rows",
            "InterfaceImpl has 16777215 rows, of which 0 are there",
            "TypeSpec has 1 rows, of which 0 are there"),
        damage.stream().map(MetadataFormatException::reason).toList());
  }

  /** The width of TypeRef's rows depends on the number of assemblies they can point to. */
  @Test
  void rows_thatPointToATableOfUnknownSize_areNotGuessed() {
    ImageBuilder builder = twoTypes().claim(Table.ASSEMBLY_REF, -1);
    builder.row(Table.TYPE_REF, 1, 2, 3);
    Tables tables = Given.tables(builder);
    assertEquals(1, tables.whole(0x00));
    assertEquals(0, tables.whole(0x01));
    assertEquals(0, tables.whole(0x02), "it lies behind");
    Tables delta = new Tables(Given.bytes(builder.minimalDelta().tables()), true);
    assertEquals(3, delta.cell(0x01, 1, 2), "every index is wide");
    assertEquals(2, delta.whole(0x02));
  }

  @Test
  void rows_ofATableThatNobodyKnows_costThoseBehindIt() {
    ImageBuilder builder = twoTypes();
    builder.row(Table.DOCUMENT, 1, 2, 3, 4);
    byte[] unknown = withTable0x2d(builder.tables());
    Tables without = new Tables(Given.bytes(unknown.clone()), false);
    assertEquals(List.of(), without.damage());
    assertEquals(4, without.cell(0x30, 1, 3));
    unknown[32] = 1;
    Tables with = new Tables(Given.bytes(unknown), false);
    assertEquals(0, with.count(0x2d));
    assertEquals(2, with.whole(0x02));
    assertEquals(0, with.whole(0x30));
    assertThrows(MetadataFormatException.class, () -> with.cell(0x30, 1, 3));
    assertEquals(
        List.of("table 0x2d is not known", "Document has 1 rows, of which 0 are there"),
        with.damage().stream().map(MetadataFormatException::reason).toList());
  }

  /** A stream of Module, TypeDef and Document, with a table of no rows before the last. */
  private static byte[] withTable0x2d(byte[] stream) {
    byte[] longer = Arrays.copyOf(stream, stream.length + 4);
    longer[8 + 5] |= 1 << 5;
    System.arraycopy(stream, 32, longer, 36, stream.length - 32);
    Arrays.fill(longer, 32, 36, (byte) 0);
    return longer;
  }

  @Test
  void header_cutShort_isDamage() {
    byte[] stream = twoTypes().tables();
    for (int length = 0; length < 32; length++) {
      byte[] cut = Arrays.copyOf(stream, length);
      assertThrows(MetadataFormatException.class, () -> new Tables(Given.bytes(cut), false));
    }
  }

  @Test
  void rows_whollyInsideACutStream_areReadable() {
    ImageBuilder builder = new ImageBuilder();
    for (int i = 1; i <= 4; i++) {
      builder.row(Table.PARAM, i, 10 * i, 0);
    }
    byte[] stream = builder.tables();
    Tables tables = new Tables(Given.bytes(Arrays.copyOf(stream, 28 + 2 * 6 + 5)), false);
    assertEquals(4, tables.count(0x08));
    assertEquals(2, tables.whole(0x08));
    assertEquals(20, tables.cell(0x08, 2, 1));
    assertEquals(30, tables.cell(0x08, 3, 1), "the cut goes through its last column");
    assertThrows(MetadataFormatException.class, () -> tables.cell(0x08, 3, 2));
    assertThrows(MetadataFormatException.class, () -> tables.cell(0x08, 4, 0));
  }

  @Test
  void rows_behindTheLargestTablesThatCanBeClaimed_areDamageAndNothingElse() {
    ImageBuilder builder = twoTypes();
    for (Table table : Table.values()) {
      builder.claim(table, MOST_ROWS);
    }
    Tables tables = Given.tables(builder);
    for (Table table : Table.values()) {
      int number = table.number();
      assertEquals(MOST_ROWS, tables.count(number));
      MetadataFormatException e =
          assertThrows(MetadataFormatException.class, () -> tables.cell(number, MOST_ROWS, 0));
      assertTrue(e.offset() >= 0, e.getMessage());
    }
  }

  /** Among the bits that widen no heap only 0x40 moves the rows: it announces four more bytes. */
  @ParameterizedTest
  @ValueSource(ints = {0x00, 0x20, 0x40, 0x80, 0xe0, 0x41, 0xe7})
  void heapSizes_withAnyBits_leaveTheRowsReadable(int heapSizes) {
    ImageBuilder builder = new ImageBuilder().heapSizes(heapSizes);
    builder.row(Table.PARAM, 1, 2, 0x1234);
    builder.row(Table.PARAM, 3, 4, 0x5678);
    Tables tables = Given.tables(builder);
    assertEquals(1, tables.cell(0x08, 1, 0));
    assertEquals(0x1234, tables.cell(0x08, 1, 2));
    assertEquals(4, tables.cell(0x08, 2, 1));
    assertEquals(0x5678, tables.cell(0x08, 2, 2));
  }
}
