// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.testdata.image.BuiltImage;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeFormat;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The containers of images: PE files of several forms, and files without a module. */
class ContainerTest {

  /** Where the PE header begins, the data directories of PE32, and the one section's header. */
  private static final int PE = 0x80;

  private static final int OPTIONAL = PE + 24;
  private static final int DIRECTORIES = OPTIONAL + 96;
  private static final int SECTION = DIRECTORIES + 16 * 8;

  private static ImageBuilder module() {
    return ImageBuilder.netmodule("a.netmodule");
  }

  private static MetadataFormatException refused(BuiltImage image) {
    return assertThrows(MetadataFormatException.class, () -> Given.image(image));
  }

  static Stream<PeFormat> formats() {
    return Stream.of(PeFormat.PE32, PeFormat.PE32_PLUS);
  }

  @ParameterizedTest
  @MethodSource("formats")
  void image_ofEitherPeFormat_isOpened(PeFormat format) {
    Image image = Given.image(module().build(format));
    assertEquals("a.netmodule", image.moduleName());
    assertEquals("v4.0.30319", image.metadataVersion());
    assertEquals(Given.FILE, image.file());
    assertFalse(image.isReadyToRun());
    assertEquals(0, image.readyToRunFlags());
  }

  @ParameterizedTest
  @MethodSource("formats")
  void image_withFifteenDataDirectories_isOpened(PeFormat format) {
    assertEquals(
        "a.netmodule", Given.image(module().build(format.withDirectories(15))).moduleName());
  }

  @ParameterizedTest
  @CsvSource({"0", "1", "14"})
  void image_withTooFewDataDirectoriesForMetadata_isNative(int directories) {
    MetadataFormatException e = refused(module().build(PeFormat.PE32.withDirectories(directories)));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertEquals(DIRECTORIES, e.offset());
  }

  @Test
  void image_whoseOptionalHeaderEndsBeforeItsDirectories_isNative() {
    BuiltImage image = module().build();
    assertEquals(Kind.NOT_MANAGED, refused(image.with8(PE + 20, 96 + 14 * 8)).kind());
  }

  @Test
  void image_thatClaimsMoreDirectoriesThanThereAre_isOpened() {
    BuiltImage image = module().build();
    assertEquals("a.netmodule", Given.image(image.with32(OPTIONAL + 92, 0xffffffff)).moduleName());
  }

  @ParameterizedTest
  @MethodSource("formats")
  void image_withoutACor20Header_isNative(PeFormat format) {
    MetadataFormatException e = refused(module().build(format.nativeOnly()));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertEquals(Given.FILE, e.file());
    assertTrue(e.reason().contains("native"), e.reason());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 7, 0x40000000})
  void image_withAReadyToRunHeader_tellsItsFlags(int flags) {
    Image image = Given.image(module().build(PeFormat.PE32_PLUS.readyToRun(flags)));
    assertTrue(image.isReadyToRun());
    assertEquals(flags, image.readyToRunFlags());
  }

  /** A ReadyToRun image's machine is XORed with a constant of its operating system. */
  @ParameterizedTest
  @ValueSource(ints = {0xfd1d, 0xc020, 0x2be3, 0x9ff7, 0x9ff6, 0x0000})
  void image_forAnyMachine_isOpened(int machine) {
    BuiltImage image = module().build(PeFormat.PE32_PLUS.readyToRun(1));
    BuiltImage xored = image.with8(PE + 4, machine).with8(PE + 5, machine >>> 8);
    assertEquals("a.netmodule", Given.image(xored).moduleName());
  }

  @Test
  void image_withAnotherNativeHeader_isNotReadyToRun() {
    BuiltImage image = module().build(PeFormat.PE32.readyToRun(1));
    int header = image.length() - 16;
    assertFalse(Given.image(image.with8(header, 'N')).isReadyToRun());
  }

  /** Bytes that are not a PE file, with the place that shows it. */
  @ParameterizedTest
  @CsvSource({
    "a text,          '6e6f7468696e67206f66206f757273', 0",
    "an ELF file,     7f454c46020101000000000000000000, 0",
    "one byte,        4d, 0",
    "a short MZ,      4d5a90000300, 0",
    "one letter off,  4d5b0000, 0",
  })
  void file_ofAnotherKind_saysSo(String what, String hex, long offset) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.of(what, ByteBuffer.wrap(bytes)));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertEquals(offset, e.offset());
    assertEquals(what, e.file());
  }

  @Test
  void file_withoutABytes_saysThatItIsNotManaged() {
    MetadataFormatException e =
        assertThrows(
            MetadataFormatException.class, () -> Image.of("nothing", ByteBuffer.allocate(0)));
    assertEquals(Kind.NOT_MANAGED, e.kind());
  }

  /** An MZ file that is no PE file: its pointer leads nowhere, or to something else. */
  @ParameterizedTest
  @ValueSource(ints = {0x7fffffff, 0xffffffff, 0x80000000, 0x00100000, 0x40})
  void file_whoseDosHeaderPointsNowhere_saysSo(int pointer) {
    MetadataFormatException e = refused(module().build().with32(0x3c, pointer));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertEquals(0x3c, e.offset());
  }

  @Test
  void file_withAnotherOptionalHeader_saysSo() {
    MetadataFormatException e = refused(module().build().with8(OPTIONAL + 1, 0x01 + 0x06));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertEquals(OPTIONAL, e.offset());
  }

  @Test
  void open_ofAFileOnDisk_namesItInErrors(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("readme"), "Read me!", StandardCharsets.UTF_8);
    MetadataFormatException e = assertThrows(MetadataFormatException.class, () -> Image.open(text));
    assertEquals(text.toString(), e.file());
    assertEquals(Kind.NOT_MANAGED, e.kind());
    Path dll = Files.write(folder.resolve("a.dll"), module().build().bytes());
    assertEquals(dll.toString(), Image.open(dll).file());
    assertEquals(
        Kind.NOT_MANAGED,
        assertThrows(MetadataFormatException.class, () -> Image.open(folder)).kind());
  }

  @Test
  void image_inABufferThatBeginsLater_isOpened() {
    byte[] bytes = module().build().bytes();
    ByteBuffer buffer = ByteBuffer.allocate(bytes.length + 7).position(7).put(bytes).position(7);
    assertEquals("a.netmodule", Image.of("offset", buffer).moduleName());
    assertEquals(7, buffer.position(), "the caller's buffer stays as it was");
  }

  @Test
  void metadata_whoseRvaNoSectionHolds_isDamage() {
    BuiltImage image = module().build();
    for (int rva : new int[] {0x1fff, 0x10000000, 0x7fffffff, 0xffffffff}) {
      assertEquals(Kind.DAMAGED, refused(image.with32(image.cor20() + 8, rva)).kind());
    }
  }

  @Test
  void metadata_thatReachesBehindItsSection_isDamage() {
    BuiltImage image = module().build();
    for (int size : new int[] {image.length(), 0x7fffffff, 0xffffffff}) {
      assertEquals(Kind.DAMAGED, refused(image.with32(image.cor20() + 12, size)).kind());
    }
  }

  /** The bytes behind a section in the file are not those that follow it in memory. */
  @Test
  void metadata_thatReachesBehindTheRawSizeOfItsSection_isDamage() {
    BuiltImage image = module().build();
    int rawSize = image.length() - image.cor20();
    assertEquals("a.netmodule", Given.image(image.with32(SECTION + 16, rawSize)).moduleName());
    assertEquals(Kind.DAMAGED, refused(image.with32(SECTION + 16, rawSize - 1)).kind());
  }

  @Test
  void section_thatLiesBehindTheFile_isDamage() {
    BuiltImage image = module().build();
    for (int offset : new int[] {image.length(), 0x7fffffff, 0xffffffff}) {
      assertEquals(Kind.DAMAGED, refused(image.with32(SECTION + 20, offset)).kind());
    }
  }

  /** A linker may leave the virtual size 0, or larger than what the file holds. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 0x100000, 0xffffffff})
  void section_withAnyVirtualSize_isReadByItsRawSize(int virtualSize) {
    BuiltImage image = module().build().with32(SECTION + 8, virtualSize);
    assertEquals("a.netmodule", Given.image(image).moduleName());
  }

  @Test
  void image_withoutSections_isDamage() {
    assertEquals(Kind.DAMAGED, refused(module().build().with8(PE + 6, 0)).kind());
  }
}
