// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.PeFile.Layout;
import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.LoadedLayout;
import dev.tiptoe.testdata.image.PeBuilder;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PE files of several sections, as they are stored and as they were copied out of a process. */
class LoadedLayoutTest {

  private static final byte[] CODE = {0x06, 0x2a, 0x13, 0x14};

  private int codeRva;

  /** Metadata in the second section, code in the third. */
  private byte[] flat(boolean plus) {
    PeBuilder file = new PeBuilder(plus, plus ? 0xfd1d : 0x14c);
    file.add(new byte[700]);
    file.section().module(Containers.small("Sample"));
    file.section();
    codeRva = file.add(CODE);
    return file.build();
  }

  private static PeFile container(byte[] bytes) {
    return (PeFile) Image.of(Given.FILE, bytes).metadata().container();
  }

  private static void readAll(Image image) {
    Everything.of(
        image,
        damage -> {
          throw damage;
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void image_ofEitherLayout_isRecognisedAndReadToItsEnd(boolean plus) {
    byte[] flat = flat(plus);
    assertEquals(Layout.FLAT, container(flat).layout());
    readAll(Image.of(Given.FILE, flat));
    byte[] loaded = LoadedLayout.of(flat);
    assertEquals(Layout.LOADED, container(loaded).layout());
    readAll(Image.of(Given.FILE, loaded));
  }

  @Test
  void rva_ofEitherLayout_leadsToTheSameBytes() {
    byte[] flat = flat(true);
    for (byte[] bytes : new byte[][] {flat, LoadedLayout.of(flat)}) {
      PeFile file = container(bytes);
      assertEquals(0x14132a06, file.atRva(codeRva, 4).i32(0));
      assertEquals(0x2a, file.fromRva(codeRva + 1).u8(0));
      assertEquals(Machine.Architecture.AMD64, file.machine().architecture());
    }
  }

  @Test
  void layout_askedForExplicitly_isTheOneUsed() {
    Bytes loaded = Given.bytes(LoadedLayout.of(flat(true)));
    assertEquals("Sample.dll", Image.of(PeFile.of(loaded, Layout.LOADED)).moduleName());
    Container wrong = PeFile.of(loaded, Layout.FLAT);
    assertThrows(MetadataFormatException.class, () -> Image.of(wrong));
  }

  /**
   * Memory is copied as far as it was mapped: what is missing is missing only where it is asked
   * for.
   */
  @Test
  void copyOfMemory_thatEndsBehindTheMetadata_isOpened() {
    byte[] flat = flat(true);
    byte[] cut = LoadedLayout.of(flat, codeRva + 2);
    PeFile file = container(cut);
    assertEquals(Layout.LOADED, file.layout());
    assertEquals(2, file.fromRva(codeRva).length());
    assertThrows(MetadataFormatException.class, () -> file.atRva(codeRva, 4));
    assertThrows(MetadataFormatException.class, () -> file.fromRva(codeRva + 2));
  }

  /** Where file and section alignment are equal there is no difference, and none matters. */
  @Test
  void flatFile_whoseSectionsLieAtTheirRvas_isOpened() {
    byte[] loaded = LoadedLayout.of(flat(true));
    PeFile file = PeFile.of(Given.bytes(loaded), Layout.LOADED);
    assertEquals(file.file().length(), loaded.length);
    assertEquals("Sample.dll", Image.of(file).moduleName());
  }

  @Test
  void rva_inTheHeaders_leadsThere() {
    PeFile file = container(flat(true));
    assertEquals(0x4550, file.fromRva(0x80).u16(0));
    assertEquals(0x400 - 0x80, file.fromRva(0x80).length(), "to the end of the headers");
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "0x3ff, 2",
    "0x400, 1",
    "0xfff, 1",
    "0x1400, 1",
    "0x7fffffff, 1",
    "0x80000000, 1",
    "0xffffffff, 1"
  })
  void rva_thatTheFileDoesNotHold_isTheFormatsException(String rva, int size) {
    PeFile file = container(flat(true));
    int at = (int) (long) Long.decode(rva);
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> file.atRva(at, size));
    assertTrue(e.reason().contains(Integer.toHexString(at)), e.reason());
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void size_thatIsNegativeOrHuge_isTheFormatsException(int size) {
    for (byte[] bytes : new byte[][] {flat(true), LoadedLayout.of(flat(true))}) {
      assertThrows(MetadataFormatException.class, () -> container(bytes).atRva(codeRva, size));
    }
  }

  /** Sections that overlap are damage, but not to what only one of them holds. */
  @Test
  void sections_thatOverlap_areReadWhereTheyCan() {
    byte[] flat = flat(true);
    // The first section claims to go on through all the others.
    int first = 0x80 + 24 + 112 + 128;
    flat[first + 16 + 2] = 0x7f;
    assertEquals("Sample.dll", Image.of(Given.FILE, flat).moduleName());
  }

  @Test
  void sections_thatDoNotAscend_areFoundAllTheSame() {
    byte[] flat = flat(true);
    int first = 0x80 + 24 + 112 + 128;
    byte[] header = new byte[40];
    System.arraycopy(flat, first, header, 0, 40);
    System.arraycopy(flat, first + 80, flat, first, 40);
    System.arraycopy(header, 0, flat, first + 80, 40);
    assertEquals("Sample.dll", Image.of(Given.FILE, flat).moduleName());
    assertEquals(0x06, container(flat).fromRva(codeRva).u8(0));
  }

  /** 65,535 sections of one byte, and an RVA in the last: looked up, not searched for. */
  @Test
  void sections_asManyAsThereCanBe_areLookedUp() {
    byte[] flat = flat(true);
    int headers = 0x80 + 24 + 112 + 128;
    byte[] many = Arrays.copyOf(flat, headers + 65535 * 40);
    ByteBuffer file = ByteBuffer.wrap(many).order(ByteOrder.LITTLE_ENDIAN);
    file.putShort(0x80 + 6, (short) 65535);
    for (int i = 3; i < 65535; i++) {
      int at = headers + i * 40;
      file.putInt(at + 12, 0x100000 + i).putInt(at + 16, 1).putInt(at + 20, i);
    }
    PeFile pe = PeFile.of(Given.bytes(many), Layout.FLAT);
    for (int i = 3; i < 65535; i++) {
      assertEquals(1, pe.fromRva(0x100000 + i).length());
    }
  }

  @Test
  void exports_byName_areFound() {
    PeBuilder file = new PeBuilder().module(ImageBuilder.netmodule("a"));
    int data = file.add((byte) 7);
    dev.tiptoe.testdata.image.ExportDirectory.add(
        file, Map.of("A", 0x2000, "RTR_HEADER", data, "RTR_HEADERS", 0x2004));
    for (byte[] bytes : new byte[][] {file.build(), LoadedLayout.of(file.build())}) {
      PeFile pe = container(bytes);
      assertEquals(data, pe.exported("RTR_HEADER").getAsInt());
      assertEquals(0x2000, pe.exported("A").getAsInt());
      assertTrue(pe.exported("RTR").isEmpty());
      assertTrue(pe.exported("").isEmpty());
    }
  }
}
