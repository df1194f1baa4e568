// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Document;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.Table;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A portable PDB by itself: whose it is, and how wide its indexes into its module's tables are. */
class PdbStreamTest {

  private static final UUID GUID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
  private static final int ENTRY_POINT = 0x06000002;

  private static ImageBuilder pdb(Map<Table, Integer> rows) {
    ImageBuilder builder = new ImageBuilder();
    return builder.portablePdb(new PdbStreamContent(GUID, 0x89abcdef, ENTRY_POINT, rows));
  }

  private static Image opened(ImageBuilder builder) {
    return Image.of(Given.FILE, builder.root());
  }

  private static PdbStream stream(ImageBuilder builder) {
    return opened(builder).pdb().orElseThrow();
  }

  @Test
  void pdb_alone_saysWhoseItIs() {
    Image image = opened(pdb(Map.of(Table.METHOD_DEF, 3)));
    assertEquals("PDB v1.0", image.metadataVersion());
    PdbStream stream = image.pdb().orElseThrow();
    assertEquals(new PdbId(GUID, 0x89abcdef), stream.id());
    assertEquals("00112233-4455-6677-8899-aabbccddeeff-89abcdef", stream.id().toString());
    assertEquals(ENTRY_POINT, stream.entryPoint());
    assertEquals(1L << 0x06, stream.referencedTables());
  }

  @Test
  void module_thatIsNoPdb_hasNoPdbStream() {
    assertTrue(Given.image(ImageBuilder.netmodule("a")).pdb().isEmpty());
  }

  /** A row of a module's table takes four bytes if that table is large, though it is not here. */
  @ParameterizedTest
  @CsvSource({"1, 2", "0xffff, 2", "0x10000, 4", "0xffffff, 4"})
  void localScope_inAPdb_isAsWideAsTheModulesMethodDefTable(String methods, int width) {
    ImageBuilder builder = pdb(Map.of(Table.METHOD_DEF, Integer.decode(methods)));
    builder.row(Table.LOCAL_SCOPE, 0x0123, 1, 1, 1, 0x10, 0x20);
    builder.row(Table.LOCAL_SCOPE, 0x4567, 1, 1, 1, 0x30, 0x40);
    Image image = opened(builder);
    assertEquals(width, image.tables().width(0x32, 0));
    assertEquals(0x4567, image.tables().cell(0x32, 2, 0));
    assertEquals(0x40, image.tables().cell(0x32, 2, 5));
  }

  /** A coded index leaves fewer bits for the row; its five tag bits leave 11 of 16. */
  @ParameterizedTest
  @CsvSource({"TYPE_DEF, 0x7ff, 2", "TYPE_DEF, 0x800, 4", "METHOD_SPEC, 0x800, 4", "FIELD, 0, 2"})
  void customDebugInformation_inAPdb_isAsWideAsAnyTableItMayPointTo(
      Table table, String rows, int width) {
    ImageBuilder builder = pdb(Map.of(table, Integer.decode(rows)));
    builder.row(Table.CUSTOM_DEBUG_INFORMATION, 0x20, 1, 2);
    Image image = opened(builder);
    assertEquals(width, image.tables().width(0x37, 0));
    assertEquals(2, image.tables().cell(0x37, 1, 2));
  }

  @Property(tries = 300)
  void rows_ofAPdb_areReadBackWhateverTheTablesOfItsModule(
      @ForAll @IntRange(max = 0x2c) int table, @ForAll @IntRange(max = 0xffffff) int rows) {
    Map<Table, Integer> counts = new HashMap<>();
    for (Table each : Table.values()) {
      if (each.number() == table) {
        counts.put(each, rows);
      }
    }
    ImageBuilder builder = pdb(counts);
    for (Table each : Table.values()) {
      if (each.number() >= 0x30) {
        int[] cells = new int[each.columns().size()];
        for (int i = 0; i < cells.length; i++) {
          cells[i] = 0x1000 + each.number() * 16 + i;
        }
        builder.row(each, cells);
      }
    }
    Image image = opened(builder);
    for (Table each : Table.values()) {
      for (int i = 0; each.number() >= 0x30 && i < each.columns().size(); i++) {
        int cell = image.tables().cell(each.number(), 1, i);
        assertEquals(0x1000 + each.number() * 16 + i, cell, each + " column " + i);
      }
    }
  }

  /** Parts that do not depend on that table are sound: here, all except references to methods. */
  @ParameterizedTest
  @ValueSource(ints = {0x01000000, 0x7fffffff, 0xffffffff})
  void pdb_ofAModuleWithMoreRowsThanATokenCanName_losesWhatPointsToThemAndAllBehind(int rows) {
    ImageBuilder builder = pdb(Map.of(Table.TYPE_DEF, 1, Table.METHOD_DEF, rows));
    builder.row(Table.DOCUMENT, 0, 0, builder.blob((byte) 7), 0);
    builder.row(Table.METHOD_DEBUG_INFORMATION, 1, 0);
    builder.row(Table.LOCAL_SCOPE, 1, 1, 1, 1, 0x30, 0x40);
    builder.row(Table.LOCAL_VARIABLE, 1, 1, 1);
    Image image = opened(builder);
    assertEquals(7, new Document(image, 1).hash().u8(0));
    assertEquals(1, image.tables().cell(0x31, 1, 0));
    assertThrows(MetadataFormatException.class, () -> image.tables().cell(0x32, 1, 4));
    assertEquals(
        List.of(
            "a table of " + Integer.toUnsignedString(rows) + " rows",
            "LocalScope has 1 rows, of which 0 are there",
            "LocalVariable has 1 rows, of which 0 are there"),
        image.damage().stream().map(MetadataFormatException::reason).toList());
  }

  @Test
  void pdbStream_cutAnywhere_knowsNoRowsOfWhatIsMissing() {
    byte[] whole = new byte[40];
    whole[24] = 1 << 2 | 1 << 6;
    whole[32] = 1;
    whole[36] = 3;
    for (int length = 0; length < whole.length; length++) {
      PdbStream cut = new PdbStream(Given.bytes(Arrays.copyOf(whole, length)));
      int[] rows = cut.rowsBeside(new int[64]);
      assertEquals(1, cut.damage().size());
      assertEquals(length < 36 ? 0x01000000 : 1, rows[2]);
      assertEquals(0x01000000, rows[6]);
    }
    PdbStream stream = new PdbStream(Given.bytes(whole));
    assertEquals(List.of(), stream.damage());
    assertEquals(3, stream.rowsBeside(new int[64])[6]);
    assertEquals(0, stream(pdb(Map.of())).referencedTables());
  }

  @Test
  void rva_inMetadataWithoutItsModule_isTheFormatsExceptionWithAReason() {
    Container container = opened(pdb(Map.of())).container();
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> container.atRva(0x2050, 4));
    assertTrue(e.reason().contains("0x2050"), e.reason());
    assertTrue(e.reason().contains("without its module"), e.reason());
    assertTrue(container.cor20().isEmpty());
    assertTrue(container.exported("RTR_HEADER").isEmpty());
  }
}
