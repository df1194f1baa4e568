// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.image.DebugDirectoryBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The identity that is read from a few bytes is that of the whole file. */
class ImageIdentityTest {

  /** Compares the identity of a file with what its image says. */
  static void check(Path file, Image image) throws IOException {
    ImageIdentity identity = Bytes.open(file, ImageIdentity::of);
    assertEquals(image.mvid(), identity.mvid());
    assertEquals(image.pdbId(), identity.pdbId());
    assertEquals(image.moduleName(), identity.moduleName());
    assertEquals(image.debugDirectory().codeViews(), identity.pdbs());
  }

  @Test
  void identity_ofAModuleAndItsPdb_isThatOfTheWholeImage() throws IOException {
    for (Path file :
        List.of(
            TestAssembly.CONSTRUCTS.path(),
            TestAssembly.CONSTRUCTS.path().resolveSibling("Constructs.pdb"),
            TestAssembly.EMBEDDED.path())) {
      check(file, Image.open(file));
    }
    ImageIdentity module = Bytes.open(TestAssembly.CONSTRUCTS.path(), ImageIdentity::of);
    assertTrue(module.pe().orElseThrow().sizeOfImage() > 0x2000);
  }

  @Test
  void identity_ofADamagedFile_isReadOrRefused() {
    byte[] sound = new PeBuilder().module(ImageBuilder.assembly("A", "1.0.0.0")).build();
    Random random = new Random(2);
    int refused = 0;
    for (int round = 0; round < 10_000; round++) {
      byte[] bytes = sound.clone();
      for (int i = 0; i <= random.nextInt(4); i++) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try {
        ImageIdentity.of(Bytes.of("file", bytes));
      } catch (MetadataFormatException e) {
        refused++;
      }
    }
    assertTrue(refused > 100, refused + " refused");
    assertThrows(
        MetadataFormatException.class, () -> ImageIdentity.of(Bytes.of("file", new byte[64])));
  }

  @Test
  void checksum_ofARealPdb_matchesThatPdbAlone() throws IOException {
    Image module = Image.open(TestAssembly.CONSTRUCTS.path());
    Image pdb = Image.open(TestAssembly.CONSTRUCTS.path().resolveSibling("Constructs.pdb"));
    Image embedded = Image.open(TestAssembly.EMBEDDED.path());
    PdbChecksum checksum = module.debugDirectory().pdbChecksums().get(0);
    assertEquals("SHA256", checksum.algorithm());
    assertEquals(64, checksum.hash().length());
    assertEquals("SHA256:" + checksum.hash(), checksum.toString());
    assertTrue(checksum.matches(pdb));
    Image own = embedded.embeddedPdb().orElseThrow();
    assertTrue(embedded.debugDirectory().pdbChecksums().get(0).matches(own));
    assertEquals(false, checksum.matches(own));
    assertEquals(false, checksum.matches(module));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "SHA256", "SHA256\0", "\0abc"})
  void checksum_thatIsDamaged_isLeftOut(String data) {
    assertEquals(List.of(), checksums(data));
  }

  @Test
  void checksum_ofAnUnknownAlgorithm_isNamedAndNotCompared() {
    PdbChecksum checksum = checksums("CRC\0abcd").get(0);
    assertEquals(new PdbChecksum("CRC", "61626364"), checksum);
    assertEquals(false, checksum.isKnown());
    assertEquals(false, new PdbChecksum("\u017fHA256", "00").isKnown());
    Image pdb = Image.of("pdb", new ImageBuilder().root());
    assertEquals(false, checksum.matches(pdb));
    for (String known : List.of("SHA1", "sha-256", "SHA384", "SHA512")) {
      assertTrue(new PdbChecksum(known, "00").isKnown(), known);
    }
  }

  private static List<PdbChecksum> checksums(String data) {
    PeBuilder file = new PeBuilder().module(ImageBuilder.netmodule("a"));
    byte[] bytes = data.getBytes(StandardCharsets.UTF_8);
    byte[] image = new DebugDirectoryBuilder(file).entry(19, 0, 1, 0, bytes).done().build();
    return Image.of("file", image).debugDirectory().pdbChecksums();
  }
}
