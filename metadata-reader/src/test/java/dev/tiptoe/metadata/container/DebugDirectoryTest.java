// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.DebugDirectoryBuilder;
import dev.tiptoe.testdata.image.Deflated;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.LoadedLayout;
import dev.tiptoe.testdata.image.PdbStreamContent;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.Table;
import dev.tiptoe.testdata.image.WebcilFile;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which PDBs are a module's own, and the one inside it. */
class DebugDirectoryTest {

  private static final UUID GUID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");
  private static final UUID OTHER = new UUID(7, 7);

  private final PeBuilder file = new PeBuilder().module(ImageBuilder.netmodule("a"));
  private final DebugDirectoryBuilder directory = new DebugDirectoryBuilder(file);

  private Image image() {
    return Image.of(Given.FILE, directory.done().build());
  }

  private static Bytes data(Image image, int entry) {
    return image.debugDirectory().data(image.debugDirectory().entries().get(entry));
  }

  private static byte[] pdb(UUID guid, int stamp) {
    ImageBuilder pdb =
        new ImageBuilder().portablePdb(new PdbStreamContent(guid, stamp, 0, Map.of()));
    pdb.row(Table.DOCUMENT, 0, 0, 0, 0);
    return pdb.root();
  }

  @Test
  void module_withAPortablePdb_namesItByGuidAndStamp() {
    directory.portablePdb(GUID, 0x89abcdef, "/src/obj/ä.pdb").entry(16, 0, 0, 0);
    Image image = image();
    CodeView pdb = image.debugDirectory().portablePdb().orElseThrow();
    assertEquals(new CodeView(new PdbId(GUID, 0x89abcdef), 1, "/src/obj/ä.pdb", true), pdb);
    assertEquals(
        List.of(2, 16),
        image.debugDirectory().entries().stream().map(entry -> entry.type()).toList());
    assertEquals(0, data(image, 1).length());
  }

  /** The minor version marks a portable PDB, not the path, nor the type. */
  @Test
  void module_withAWindowsPdb_namesNoPortableOne() {
    directory.windowsPdb(OTHER, 3, "a.ni.pdb").portablePdb(GUID, 1, "a.pdb");
    Image image = image();
    CodeView first = image.debugDirectory().codeViews().get(0);
    assertFalse(first.isPortable());
    assertEquals(3, first.age());
    assertEquals(OTHER, first.id().guid());
    assertEquals(GUID, image.debugDirectory().portablePdb().orElseThrow().id().guid());
  }

  @Test
  void module_withoutADebugDirectory_namesNothing() {
    Image image = Image.of(Given.FILE, file.build());
    assertTrue(image.debugDirectory().entries().isEmpty());
    assertTrue(image.debugDirectory().portablePdb().isEmpty());
    assertTrue(image.embeddedPdb().isEmpty());
  }

  @Test
  void codeView_ofAnOlderKind_isPassedOver() {
    directory.entry(2, 0, 0, 0x504d, "NB10".repeat(7).getBytes(StandardCharsets.US_ASCII));
    directory.entry(2, 0, 0, 0x504d, (byte) 'R');
    assertTrue(image().debugDirectory().codeViews().isEmpty());
  }

  @Test
  void pdb_inAFileOfItsOwn_isThatOfTheModuleThatNamesIt() {
    directory.portablePdb(GUID, 5, "a.pdb");
    Image image = image();
    assertTrue(Image.of("a.pdb", pdb(GUID, 5)).isPdbOf(image));
    assertFalse(Image.of("a.pdb", pdb(GUID, 6)).isPdbOf(image), "another stamp");
    assertFalse(Image.of("a.pdb", pdb(OTHER, 5)).isPdbOf(image), "another GUID");
    assertFalse(image.isPdbOf(image), "no PDB at all");
    Image without = Given.image(ImageBuilder.netmodule("b"));
    assertFalse(Image.of("a.pdb", pdb(GUID, 5)).isPdbOf(without));
    assertFalse(without.isPdbOf(without));
  }

  @Test
  void pdb_insideTheModule_isOpenedFromEveryLayout() {
    byte[] flat = directory.portablePdb(GUID, 5, "a.pdb").embedded(pdb(GUID, 5)).done().build();
    for (byte[] each :
        List.of(flat, LoadedLayout.of(flat), WebcilFile.of(flat, 0), WebcilFile.of(flat, 1))) {
      Image pdb = Image.of(Given.FILE, each).embeddedPdb().orElseThrow();
      assertEquals(1, pdb.tables().count(0x30));
      assertEquals(new PdbId(GUID, 5), pdb.pdb().orElseThrow().id());
      assertEquals(Given.FILE + " (embedded PDB)", pdb.file());
    }
  }

  @Test
  void pdb_insideButOfAnotherModule_isRefused() {
    directory.portablePdb(GUID, 5, "a.pdb").embedded(pdb(OTHER, 5));
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> image().embeddedPdb());
    assertTrue(e.reason().contains("another module"), e.reason());
    assertTrue(image().debugDirectory().embeddedPdb().isPresent(), "its bytes can be had");
  }

  /** More than 1032 times is more than deflate can; less is found out when it is inflated. */
  @ParameterizedTest
  @ValueSource(ints = {-1, 0x7fffffff, 0x10000000, 0, 1, -5})
  void pdb_whoseStatedSizeIsWrong_isDamage(int offBy) {
    byte[] pdb = pdb(GUID, 5);
    int size = offBy == -5 ? pdb.length + 1 : offBy == 1 ? pdb.length - 1 : offBy;
    directory.embedded(size, Deflated.bytes(pdb));
    assertThrows(MetadataFormatException.class, () -> image().debugDirectory().embeddedPdb());
  }

  @Test
  void pdb_withAnotherMagic_isDamage() {
    directory.entry(17, 0, 0x100, 0x100, new byte[40]);
    assertThrows(MetadataFormatException.class, () -> image().debugDirectory().embeddedPdb());
    DebugDirectoryBuilder tooShort =
        new DebugDirectoryBuilder(file).entry(17, 0, 0x100, 0x100, (byte) 'M');
    Image image = Image.of(Given.FILE, tooShort.done().build());
    assertThrows(MetadataFormatException.class, () -> image.debugDirectory().embeddedPdb());
  }

  @Test
  void pdb_damagedInside_isDamage() {
    byte[] deflated = Deflated.bytes(pdb(GUID, 5));
    deflated[0] = 0x06;
    directory.embedded(pdb(GUID, 5).length, deflated);
    assertThrows(MetadataFormatException.class, () -> image().debugDirectory().embeddedPdb());
  }

  /** Data that no section holds has an offset and no RVA. */
  @Test
  void data_outsideTheSections_isFoundByItsOffset() {
    directory.entry(2, 9, 0, 0x504d, 4, 0, 0x80);
    assertEquals(0x4550, data(image(), 0).u16(0));
  }

  /** Size, RVA and offset of an entry that leads nowhere. */
  @ParameterizedTest
  @CsvSource({
    "4, 0x7fffffff, 0",
    "4, 0, 0",
    "4, 0, 0x7fffffff",
    "4, 0, -1",
    "-1, 0x2000, 0x400",
    "0x7fffffff, 0x2000, 0x400",
    "0x7fffffff, 0x2000, 0"
  })
  void data_thatTheFileDoesNotHold_isDamageWhenItIsReached(String size, String rva, String offset) {
    directory.entry(
        2, 0, 0, 0x504d, Integer.decode(size), Integer.decode(rva), Integer.decode(offset));
    Image image = image();
    assertEquals("a", image.moduleName());
    assertThrows(MetadataFormatException.class, () -> image.debugDirectory().codeViews());
  }

  /** A last entry that is cut off is none. */
  @Test
  void directory_thatEndsInsideAnEntry_hasTheOnesBefore() {
    directory.portablePdb(GUID, 5, "a.pdb").entry(16, 0, 0, 0);
    directory.done();
    int rva = file.next() - 2 * 28;
    Image image = Image.of(Given.FILE, file.directory(PeBuilder.DEBUG, rva, 28 + 27).build());
    assertEquals(1, image.debugDirectory().entries().size());
  }
}
