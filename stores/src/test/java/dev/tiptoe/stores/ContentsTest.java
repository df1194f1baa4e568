// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.stores.Content.Kind;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
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
}
