// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.nativesymbols;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.testdata.image.ElfBuilder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class NativeSymbolsTest {

  private static final String ID = "00112233445566778899aabbccddeeff00112233";
  private static final String OTHER = "ff112233445566778899aabbccddeeff00112233";
  private static final long HIDDEN = 0x1100;

  @TempDir Path folder = Path.of("");

  private static ElfBuilder stripped() {
    return new ElfBuilder().buildId(ID).export("exported", 0x1000, 8);
  }

  private static byte[] debug(String id) {
    return new ElfBuilder()
        .debugOnly()
        .buildId(id)
        .function("_ZN4shop4Cart3buyEi", HIDDEN, 8)
        .build();
  }

  private Path write(String name, byte[] content) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(file, content);
  }

  private NativeName find(NativeSymbols symbols, Path file, long address) {
    return symbols.find(new NativeImage(file.toString(), ID)).at(address);
  }

  private NativeSymbols usual() {
    return NativeSymbols.of(NativeFiles.NONE, List.of(folder.resolve("debug")));
  }

  private void assertFound(NativeSymbols symbols, Path library) {
    NativeName name = find(symbols, library, HIDDEN + 3);
    assertTrue(name instanceof NativeName.Known, name::toString);
    NativeName.Known known = (NativeName.Known) name;
    assertEquals("shop::Cart::buy(int)", known.name());
    assertEquals("_ZN4shop4Cart3buyEi", known.linkageName());
    assertEquals(3, known.offset());
    assertEquals("shop::Cart::buy(int)", known.shown());
  }

  @Test
  void library_thatWasStripped_namesWhatItExportsAndSaysSo() throws IOException {
    Path library = write("lib.so", stripped().build());
    assertEquals("exported", find(usual(), library, 0x1001).shown());
    NativeName unknown = find(usual(), library, HIDDEN + 3);
    assertEquals("lib.so+0x1103", unknown.shown());
    assertEquals(
        "no function is known there: only what it exports is named: its symbol table was stripped",
        ((NativeName.Unknown) unknown).reason());
  }

  @Test
  void debugInformation_inAFolderOfBuildIds_isUsed() throws IOException {
    Path library = write("lib.so", stripped().build());
    write("debug/.build-id/00/" + ID.substring(2) + ".debug", debug(ID));
    assertFound(usual(), library);
    assertEquals("exported", find(usual(), library, 0x1001).shown());
    assertEquals("", usual().find(new NativeImage(library.toString(), ID)).reason());
  }

  @Test
  void debugInformation_ofAnotherBuildAtThePlace_isNotUsed() throws IOException {
    Path library = write("lib.so", stripped().build());
    write("debug/.build-id/00/" + ID.substring(2) + ".debug", debug(OTHER));
    assertEquals("lib.so+0x1100", find(usual(), library, HIDDEN).shown());
  }

  @Test
  void library_thatIsAnotherBuild_isNotUsed() throws IOException {
    Path library =
        write("lib.so", new ElfBuilder().buildId(OTHER).function("f", 0x1000, 8).build());
    NativeName name = find(usual(), library, 0x1000);
    assertEquals("lib.so+0x1000", name.shown());
    assertEquals(
        library + " is another build; no file with its build ID was found",
        ((NativeName.Unknown) name).reason());
  }

  @Test
  void library_withoutABuildId_isNotGuessed() throws IOException {
    Path library = write("lib.so", new ElfBuilder().function("f", 0x1000, 8).build());
    NativeName name = usual().find(new NativeImage(library.toString(), "")).at(0x1000);
    assertEquals("lib.so+0x1000", name.shown());
    assertEquals("f", usual().open(library).at(0x1000).shown());
  }

  /** Files from elsewhere are used where they have the build ID, those of servers last. */
  @Test
  void debugInformation_thatIsGiven_isFound() throws IOException {
    for (boolean isOnAServer : new boolean[] {false, true}) {
      assertFound(
          NativeSymbols.of(new Given(Bytes.of("given", debug(ID)), isOnAServer), List.of()),
          Path.of("/nowhere/lib.so"));
    }
    NativeSymbols other =
        NativeSymbols.of(new Given(Bytes.of("given", debug(OTHER)), false), List.of());
    assertEquals("lib.so+0x1103", find(other, Path.of("/nowhere/lib.so"), HIDDEN + 3).shown());
  }

  /** One file, for any build ID. */
  private record Given(Bytes elf, boolean isOnAServer) implements NativeFiles {

    @Override
    public List<Bytes> elfFiles(String buildId) {
      return isOnAServer ? List.of() : List.of(elf);
    }

    @Override
    public List<Bytes> requestedElfFiles(String buildId, String fileName) {
      assertEquals(List.of(ID, "lib.so"), List.of(buildId, fileName));
      return isOnAServer ? List.of(elf) : List.of();
    }
  }

  @Test
  void debugLink_isFollowedBesideTheFileAndInTheUsualPlaces() throws IOException {
    byte[] debug = new ElfBuilder().debugOnly().function("hidden", HIDDEN, 8).build();
    CRC32 crc = new CRC32();
    crc.update(debug);
    byte[] stripped = stripped().debugLink("lib.so.dbg", (int) crc.getValue()).build();
    int number = 0;
    for (String place : List.of("lib.so.dbg", ".debug/lib.so.dbg", "usual")) {
      Path own = folder.resolve("linked" + number++);
      Path library = write(own.resolve("lib.so").toString(), stripped);
      Path debugFile =
          place.equals("usual")
              ? folder.resolve("debug" + own + "/lib.so.dbg")
              : own.resolve(place);
      write(debugFile.toString(), debug);
      assertEquals("hidden", find(usual(), library, HIDDEN).shown(), place);
    }
  }

  @Test
  void debugLink_whoseChecksumIsAnother_isNotUsedAndSaysSo() throws IOException {
    Path library = write("lib.so", stripped().debugLink("lib.so.dbg", 1).build());
    Path debug =
        write("lib.so.dbg", new ElfBuilder().debugOnly().function("hidden", HIDDEN, 8).build());
    NativeName name = find(usual(), library, HIDDEN);
    assertEquals("lib.so+0x1100", name.shown());
    assertTrue(
        ((NativeName.Unknown) name)
            .reason()
            .contains(debug + " is the debug information of another build"),
        name::toString);
  }

  @Test
  void debugLink_thatLeadsOutOfItsFolder_isNotFollowed() throws IOException {
    byte[] debug = new ElfBuilder().debugOnly().function("hidden", HIDDEN, 8).build();
    CRC32 crc = new CRC32();
    crc.update(debug);
    write("secret.dbg", debug);
    Path library =
        write("in/lib.so", stripped().debugLink("../secret.dbg", (int) crc.getValue()).build());
    assertEquals("lib.so+0x1100", find(usual(), library, HIDDEN).shown());
  }

  /** Compresses bytes as the linker does. */
  static byte[] compressed(byte[] content) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (XZOutputStream xz = new XZOutputStream(out, new LZMA2Options(1))) {
      xz.write(content);
    }
    return out.toByteArray();
  }

  @Test
  void compressedSymbols_inTheFile_areUsed() throws IOException {
    byte[] xz = compressed(debug(OTHER));
    Path library = write("lib.so", stripped().section(".gnu_debugdata", 1, xz).build());
    assertFound(usual(), library);
  }

  @Test
  void compressedSymbols_thatAreDamaged_areLeftOutWithTheReason() throws IOException {
    byte[] damaged = compressed(debug(ID));
    damaged[damaged.length / 2] ^= 1;
    for (byte[] xz : List.of(damaged, new byte[5])) {
      leftOut(xz);
    }
  }

  /** Asks a library whose compressed symbols cannot be used. */
  void leftOut(byte[] xz) throws IOException {
    Path library = write("lib.so", stripped().section(".gnu_debugdata", 1, xz).build());
    NativeName name = find(usual(), library, HIDDEN);
    assertEquals("lib.so+0x1100", name.shown());
    String reason = ((NativeName.Unknown) name).reason();
    assertTrue(reason.contains("compressed symbols"), reason);
    assertEquals("exported", find(usual(), library, 0x1000).shown());
  }

  @Test
  void paths_fromATrace_areOpenedOnlyWhereTheyAreFilesOfThisMachine() throws IOException {
    for (String path : List.of("", "lib.so", "[vdso]", "//host/share/lib.so", "/", "/dev/null")) {
      NativeName name = usual().find(new NativeImage(path, ID)).at(0x10);
      assertTrue(name.shown().endsWith("+0x10"), name::toString);
      assertTrue(
          ((NativeName.Unknown) name).reason().contains("no file with its build ID was found"),
          name::toString);
    }
  }
}
