// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.nativesymbols.NativeImage;
import dev.tiptoe.nativesymbols.NativeSymbols;
import dev.tiptoe.testdata.image.ElfBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The debug information of native libraries in a store. */
class NativeFilesTest {

  private static final String ID = "00112233445566778899aabbccddeeff00112233";

  @TempDir private Path folder = Path.of("");

  private Path write(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.write(
        file,
        new ElfBuilder()
            .debugOnly()
            .buildId(ID)
            .function("_ZN4shop4Cart3buyEi", ElfBuilder.CODE, 8)
            .build());
  }

  private static void assertFound(Store store) {
    NativeImage library = new NativeImage("/nowhere/lib.so", ID);
    assertEquals(
        "shop::Cart::buy(int)",
        NativeSymbols.of(store, List.of()).find(library).at(ElfBuilder.CODE + 3).shown());
  }

  @Test
  void debugInformation_inAFolder_isFoundWhateverItsName() throws IOException {
    write("store/any/name");
    assertFound(Store.of(folder.resolve("store")));
  }

  @Test
  void debugInformation_atItsPlaceInEachLayout_isFoundWithoutTheOthersBeingRead()
      throws IOException {
    for (String place :
        List.of(
            ".build-id/00/" + ID.substring(2) + ".debug",
            "_.debug/elf-buildid-sym-" + ID + "/_.debug",
            "00/" + ID.substring(2) + "/debuginfo")) {
      Path store = folder.resolve("layout" + place.length());
      write(store.resolve(place).toString());
      assertFound(Store.of(store));
    }
  }
}
