// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.store;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.symbols.store.Content.Kind;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The identities in files of each kind. */
class ContentsTest {

  private static Optional<Content> of(byte[] bytes) {
    return Contents.of(Bytes.of("file", bytes), "File.dll", "");
  }

  private static List<Identity> identities(byte[] bytes) {
    return of(bytes).orElseThrow().identities();
  }

  @Test
  void file_ofEachKind_hasItsIdentities() {
    byte[] id = HexFormat.of().parseHex("180a373d6afbabf0eb1f09be1bc45bd796a71085");
    assertEquals(
        List.of(new Identity.BuildId("180a373d6afbabf0eb1f09be1bc45bd796a71085")),
        identities(Built.elf(id)));
    assertEquals(
        List.of(new Identity.WindowsPdb(Built.GUID, 7)),
        identities(Built.windowsPdb(Built.GUID, 7)));
    assertEquals(Kind.PORTABLE_PDB, of(Built.pdb()).orElseThrow().kind());
    assertEquals(1, identities(Built.pdb()).size());
    assertEquals(3, identities(Built.moduleWithPdb("Shop")).size());
    assertEquals(2, identities(Built.module("Shop")).size());
    assertEquals("Shop.dll", of(Built.module("Shop")).orElseThrow().moduleName());
    assertEquals(Optional.empty(), of(new byte[100]));
    assertEquals(Optional.empty(), of(new byte[3]));
  }

  @Test
  void file_thatIsDamagedAnywhere_isReadOrRefused() {
    Random random = new Random(1);
    List<byte[]> sound =
        List.of(
            Built.elf(new byte[20]),
            Built.windowsPdb(Built.GUID, 7),
            Built.pdb(),
            Built.moduleWithPdb("Shop"));
    int refused = 0;
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = sound.get(round % sound.size()).clone();
      for (int i = 0; i <= random.nextInt(4); i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        of(bytes);
      } catch (MetadataFormatException e) {
        refused++;
      }
    }
    assertTrue(refused > 100, refused + " refused");
  }

  @Tag("clr")
  @Test
  void identity_ofEveryDllOfARuntime_isThatOfTheWholeMetadata() throws IOException {
    for (Path file : TestRuntime.managedDlls()) {
      Image image = Image.open(file);
      List<Content> contents = Contents.of(file, (name, problem) -> {});
      Content content = contents.get(0);
      assertEquals(1, contents.size(), file.toString());
      assertEquals(Kind.MODULE, content.kind());
      assertEquals(image.moduleName(), content.moduleName());
      assertTrue(content.has(new Identity.Mvid(image.mvid().orElseThrow())), file.toString());
      image
          .debugDirectory()
          .portablePdb()
          .ifPresent(pdb -> assertTrue(content.has(new Identity.ModuleOf(pdb.id()))));
      assertTrue(content.identities().stream().anyMatch(one -> one instanceof Identity.Pe));
    }
  }

  @Tag("clr")
  @Test
  void library_ofARuntime_isFoundByItsBuildId() throws IOException {
    Path library = TestRuntime.directory().resolve("libcoreclr.so");
    Identity id = Contents.of(library, (name, problem) -> {}).get(0).identities().get(0);
    String hex = ((Identity.BuildId) id).hex();
    assertEquals(40, hex.length());
    assertEquals(library, Store.of(library).locate(id).orElseThrow().file());
    assertTrue(Files.exists(library));
  }
}
