// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MetadataRootTest {

  private static final byte[] ONE = {1, 0, 0, 0};
  private static final byte[] TWO = {2, 0, 0, 0};

  private static ImageBuilder module() {
    return ImageBuilder.netmodule("a.netmodule");
  }

  private static MetadataRoot root(ImageBuilder builder) {
    return new MetadataRoot(Given.bytes(builder.root()));
  }

  @Test
  void root_ofAnOrdinaryModule_hasItsVersionAndStreams() {
    MetadataRoot root = root(module());
    assertEquals("v4.0.30319", root.version());
    for (String name : new String[] {"#~", "#Strings", "#US", "#GUID", "#Blob"}) {
      assertTrue(root.has(name), name);
      assertTrue(root.stream(name).length() > 0, name);
    }
    assertEquals(root.stream("#~").fileOffset(0), root.tables().fileOffset(0));
  }

  @Test
  void stream_thatIsAbsent_isEmpty() {
    assertFalse(root(module()).has("#Pdb"));
    assertEquals(0, root(module()).stream("#Pdb").length());
  }

  @Test
  void stream_ofUnknownName_isPassedOver() {
    MetadataRoot root = root(module().streamBefore("#Foreign", ONE).streamAfter("", TWO));
    assertTrue(root.tables().length() > 0);
    assertEquals(1, root.stream("#Foreign").u8(0));
  }

  @Test
  void stream_twiceInACompressedModule_isTheLast() {
    MetadataRoot root = root(module().streamBefore("#Blob", ONE).streamAfter("#US", TWO));
    assertEquals(0, root.stream("#Blob").u8(0));
    assertEquals(2, root.stream("#US").u8(0));
  }

  @Test
  void stream_inACompressedModule_isFoundByItsExactName() {
    MetadataRoot root = root(module().streamAfter("#us", TWO).streamAfter("#~~", ONE));
    assertEquals(0, root.stream("#US").u8(0));
    assertEquals(2, root.stream("#us").u8(0));
    assertFalse(root.has("#BLOB"));
  }

  @Test
  void stream_twiceInAnUncompressedModule_isTheFirst() {
    MetadataRoot root =
        root(module().uncompressed().streamBefore("#Blob", ONE).streamAfter("#US", TWO));
    assertEquals(1, root.stream("#Blob").u8(0));
    assertEquals(0, root.stream("#US").u8(0));
  }

  @Test
  void stream_inAnUncompressedModule_isFoundInAnyCase() {
    MetadataRoot root = root(module().uncompressed().streamBefore("#sTRINGS", ONE));
    assertEquals(1, root.stream("#Strings").u8(0));
    assertTrue(root.has("#BLOB"));
  }

  @Test
  void schemaStream_besideCompressedTables_callsForTheUncompressedRules() {
    MetadataRoot root = root(module().streamBefore("#US", ONE).streamAfter("#Schema", TWO));
    assertEquals(1, root.stream("#us").u8(0));
    assertTrue(root.tables().length() > 0);
  }

  @Test
  void tables_underEitherName_areFound() {
    assertEquals(2, root(module()).tables().u8(4), "the major version of the schema");
    assertEquals(2, root(module().uncompressed()).tables().u8(4));
  }

  @Test
  void tables_thatAreAbsent_areDamage() {
    byte[] root = module().root();
    // The name of the first stream, behind version, counts, offset and size.
    root[16 + 12 + 4 + 8] = '*';
    MetadataRoot without = new MetadataRoot(Given.bytes(root));
    assertThrows(MetadataFormatException.class, without::tables);
  }

  @Test
  void stream_thatReachesBehindTheRoot_isCutToIt() {
    byte[] root = module().root();
    MetadataRoot cut = new MetadataRoot(Given.bytes(Arrays.copyOf(root, root.length - 3)));
    int whole = new MetadataRoot(Given.bytes(root)).stream("#Blob").length();
    assertEquals(whole - 3, cut.stream("#Blob").length());
    assertEquals(List.of("#Blob reaches behind the end of the metadata"), reasons(cut));
  }

  /** One header that makes no sense costs its own stream. */
  @Test
  void stream_thatBeginsBeyondAnyFile_isEmptyAndLeavesTheOthers() {
    byte[] bytes = module().root();
    // The second header: its offset, behind the first one's offset, size and name.
    int offset = 16 + 12 + 4 + 8 + 4;
    Arrays.fill(bytes, offset, offset + 4, (byte) 0xff);
    MetadataRoot root = new MetadataRoot(Given.bytes(bytes));
    assertEquals(0, root.stream("#Strings").length());
    assertTrue(root.tables().length() > 0);
    assertTrue(root.stream("#Blob").length() > 0);
    assertEquals(List.of("#Strings reaches behind the end of the metadata"), reasons(root));
  }

  private static List<String> reasons(MetadataRoot root) {
    return root.damage().stream().map(MetadataFormatException::reason).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {31, 32})
  void streamName_longerThanTheSpecificationAllows_isDamage(int length) {
    ImageBuilder builder = module().streamAfter("#".repeat(length), ONE);
    MetadataRoot root = root(builder);
    assertTrue(root.tables().length() > 0, "the streams before it stay");
    if (length == 31) {
      assertEquals(1, root.stream("#".repeat(31)).u8(0));
      assertEquals(List.of(), reasons(root));
    } else {
      assertFalse(root.has("#".repeat(32)));
      assertEquals(List.of("a stream's name is longer than 31 bytes"), reasons(root));
    }
  }

  @Test
  void root_withAnotherMagic_isDamage() {
    byte[] root = module().root();
    root[0] = 'b';
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> new MetadataRoot(Given.bytes(root)));
    assertEquals(Kind.DAMAGED, e.kind());
    assertEquals(0, e.offset());
  }

  @Test
  void root_cutInsideItsHeaders_hasNoTables() {
    byte[] root = module().root();
    int headers = 16 + 12 + 4 + (8 + 4) + (8 + 12) + (8 + 4) + (8 + 8) + (8 + 8);
    int endOfLastName = headers - 2;
    for (int length = 0; length < endOfLastName; length++) {
      Bytes cut = Given.bytes(Arrays.copyOf(root, length));
      assertThrows(MetadataFormatException.class, () -> new MetadataRoot(cut).tables());
    }
    assertEquals(
        0, new MetadataRoot(Given.bytes(Arrays.copyOf(root, headers))).stream("#~").length());
  }

  /** The text has 255 bytes at most; the file may claim megabytes. */
  @Test
  void version_ofMegabytes_isItsBeginning() {
    byte[] root = new byte[1 << 20];
    Arrays.fill(root, (byte) 'v');
    byte[] head = module().root();
    System.arraycopy(head, 0, root, 0, 16);
    int rest = root.length - 16 - 4;
    for (int i = 0; i < 4; i++) {
      root[12 + i] = (byte) (rest >>> (8 * i));
      root[root.length - 4 + i] = 0;
    }
    assertEquals("v".repeat(255), new MetadataRoot(Given.bytes(root)).version());
  }
}
