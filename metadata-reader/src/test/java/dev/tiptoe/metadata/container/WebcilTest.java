// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.DebugDirectoryBuilder;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.WebcilFile;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Modules for the browser: Webcil of both versions, alone and inside WebAssembly. */
class WebcilTest {

  private static final UUID GUID = new UUID(1, 2);

  private int code;

  private byte[] webcil(int version) {
    PeBuilder file = new PeBuilder(false, 0x14c).module(Containers.small("Sample"));
    file.section();
    code = file.add((byte) 0x2a, (byte) 0x2b);
    return WebcilFile.of(
        new DebugDirectoryBuilder(file).portablePdb(GUID, 7, "a.pdb").done().build(), version);
  }

  private void assertIsTheSample(byte[] file) {
    Image image = Image.of(Given.FILE, file);
    assertEquals("Sample.dll", image.moduleName());
    Everything.of(
        image,
        damage -> {
          throw damage;
        });
    assertEquals(0x2b2a, image.container().atRva(code, 2).u16(0));
    assertEquals(file.length, image.container().file().length());
    assertFalse(image.isReadyToRun());
    CodeView pdb = image.debugDirectory().portablePdb().orElseThrow();
    assertEquals(new PdbId(GUID, 7), pdb.id());
    assertEquals("a.pdb", pdb.path());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void webcil_ofEitherVersion_isReadToItsEnd(int version) {
    assertIsTheSample(webcil(version));
    Webcil container = (Webcil) Image.of(Given.FILE, webcil(version)).container();
    assertEquals(version, container.majorVersion());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1})
  void webcil_inAWebAssemblyModule_isReadToItsEnd(int version) {
    assertIsTheSample(WebcilFile.inWasm(webcil(version)));
  }

  /** Later .NET lets the browser copy the segment into memory, and gives the address. */
  @Test
  void webcil_inAnActiveDataSegment_isReadToItsEnd() {
    byte[] webcil = webcil(1);
    byte[] atGlobal = WebcilFile.segment(webcil, 0, 0x23, 1, 0x0b);
    assertIsTheSample(WebcilFile.wasm(atGlobal));
    byte[] inMemory = WebcilFile.segment(webcil, 2, 0, 0x41, 0x80, 0x08, 0x23, 1, 0x6a, 0x0b);
    assertIsTheSample(WebcilFile.wasm(inMemory));
  }

  @Test
  void webcil_ofAnUnknownVersion_isDamage() {
    byte[] file = webcil(1);
    file[4] = 2;
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.of(Given.FILE, file));
    assertEquals(Kind.DAMAGED, e.kind());
    assertTrue(e.reason().contains("version 2"), e.reason());
  }

  /** Most WebAssembly modules have nothing to do with .NET: dotnet.native.wasm itself. */
  @Test
  void webAssemblyModule_withoutWebcil_isNotManaged() {
    byte[] foreign = WebcilFile.inWasm(new byte[100]);
    byte[] single = WebcilFile.wasm();
    byte[] without = {0, 'a', 's', 'm', 1, 0, 0, 0};
    for (byte[] file : new byte[][] {foreign, single, without}) {
      MetadataFormatException e =
          assertThrows(MetadataFormatException.class, () -> Image.of(Given.FILE, file));
      assertEquals(Kind.NOT_MANAGED, e.kind(), e.getMessage());
    }
  }

  @Test
  void dataSegment_ofUnknownKind_isDamage() {
    byte[] file = WebcilFile.wasm(WebcilFile.segment(webcil(0), 3));
    assertThrows(MetadataFormatException.class, () -> Image.of(Given.FILE, file));
  }

  @Test
  void exports_ofAWebcil_areNone() {
    assertTrue(Image.of(Given.FILE, webcil(0)).container().exported("RTR_HEADER").isEmpty());
  }
}
