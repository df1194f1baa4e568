// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.bundle;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.BundleMarker;
import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.metadata.given.Given;
import dev.tiptoe.metadata.given.Sample;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.ImageBuilder;
import dev.tiptoe.testdata.image.PeBuilder;
import dev.tiptoe.testdata.image.PeFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Single-file bundles of all versions, and what only looks like one. */
class BundleTest {

  private static final byte[] ELF = {0x7f, 'E', 'L', 'F', 2, 1, 1, 0};
  private static final byte[] SAMPLE = Sample.module().build().bytes();

  private static BundleBuilder bundle(int version) {
    BundleBuilder builder = new BundleBuilder(version, ELF);
    builder.member("App.dll", BundleBuilder.ASSEMBLY, SAMPLE);
    builder.member("lib/native.so", BundleBuilder.NATIVE_BINARY, ELF);
    return builder.member("App.deps.json", 3, "{}".getBytes(StandardCharsets.US_ASCII));
  }

  private static Bundle opened(byte[] file) {
    return Bundle.of(Given.bytes(file));
  }

  private static BundleMember member(byte[] file, String path) {
    return opened(file).member(path).orElseThrow();
  }

  private static MetadataFormatException refused(byte[] file) {
    return assertThrows(MetadataFormatException.class, () -> opened(file));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 6})
  void bundle_ofEachVersion_listsAndOpensItsMembers(int version) {
    Bundle bundle = opened(bundle(version).build());
    assertEquals(version, bundle.majorVersion());
    assertEquals("tiptoe-bundle", bundle.id());
    assertEquals(version == 1 ? 0 : 1, bundle.flags());
    assertEquals(
        List.of("App.dll", "lib/native.so", "App.deps.json"),
        bundle.members().stream().map(BundleMember::path).toList());
    assertEquals(
        List.of(
            BundleMember.Type.ASSEMBLY,
            BundleMember.Type.NATIVE_BINARY,
            BundleMember.Type.DEPS_JSON),
        bundle.members().stream().map(BundleMember::type).toList());
    BundleMember app = bundle.member("App.dll").orElseThrow();
    assertEquals(SAMPLE.length, app.size());
    assertFalse(app.isCompressed());
    Image image = Image.of(app.open());
    assertEquals("Sample.dll", image.moduleName());
    assertEquals(Given.FILE + "!App.dll", image.file());
    assertEquals("{}", bundle.members().get(2).open().utf8(0, 2));
  }

  @Test
  void member_thatIsCompressed_isInflated() {
    byte[] file =
        new BundleBuilder(6, ELF).compressed("App.dll", BundleBuilder.ASSEMBLY, SAMPLE).build();
    BundleMember app = member(file, "App.dll");
    assertTrue(app.isCompressed());
    assertEquals(SAMPLE.length, app.size());
    Bytes bytes = app.open();
    assertArrayEquals(SAMPLE, bytes.copy(0, bytes.length()));
    Everything.of(
        Image.of(bytes),
        damage -> {
          throw damage;
        });
  }

  @Test
  void member_damagedInside_isNamedWithItsBundle() {
    byte[] file = bundle(6).build();
    Bytes app = member(file, "App.dll").open();
    file[(int) app.fileOffset(0x3c)] = -1;
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.of(member(file, "App.dll").open()));
    assertEquals(Given.FILE + "!App.dll", e.file());
    assertEquals(app.fileOffset(0x3c), e.offset(), "where in the bundle");
  }

  /** More than 127 bytes of UTF-8 take a length of two bytes. */
  @Test
  void path_ofManyBytes_isReadWhole() {
    String path = "ü/".repeat(90) + "App.dll";
    byte[] file = new BundleBuilder(6, ELF).member(path, 1, SAMPLE).build();
    assertEquals(path, opened(file).members().get(0).path());
  }

  /** The host of a Windows program is a native PE file, and its marker is somewhere in it. */
  @Test
  void bundle_inAWindowsExecutable_isDistinguishedFromANativeFile() {
    byte[] exe = new PeBuilder().build();
    assertEquals("native", nativeOrBundle(exe));
    byte[] file = new BundleBuilder(6, exe).member("App.dll", 1, SAMPLE).build();
    byte[] marker = Arrays.copyOfRange(file, 0x100 - 40, 0x100);
    System.arraycopy(exe, 0, file, 0, 0x200);
    System.arraycopy(marker, 0, file, 0x200, marker.length);
    assertEquals("bundle", nativeOrBundle(file));
    assertEquals("Sample.dll", Image.of(member(file, "App.dll").open()).moduleName());
  }

  private static String nativeOrBundle(byte[] file) {
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.of(Given.FILE, file));
    return e.kind() == Kind.BUNDLE ? "bundle" : e.reason().contains("native") ? "native" : "?";
  }

  @Test
  void bundle_openedAsAnImage_isRefusedAsABundle() {
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.of(Given.FILE, bundle(6).build()));
    assertEquals(Kind.BUNDLE, e.kind());
    assertEquals(Given.FILE, e.file());
  }

  @Test
  void bundle_byPath_isOpened(@TempDir Path folder) throws IOException {
    Path path = Files.write(folder.resolve("app"), bundle(6).build());
    Bundle bundle = Bundle.open(path);
    assertEquals(path + "!App.dll", bundle.member("App.dll").orElseThrow().open().file());
    assertEquals(path.toString(), bundle.file().file());
  }

  /** As a new version of a program is copied over an old one that runs. */
  @Test
  void bundle_overwrittenWhileItIsOpen_givesNoMember(@TempDir Path folder) throws IOException {
    byte[] file =
        new BundleBuilder(6, ELF).compressed("App.dll", BundleBuilder.ASSEMBLY, SAMPLE).build();
    Path path = Files.write(folder.resolve("app"), file);
    // A change in the same moment might not show.
    Files.setLastModifiedTime(path, FileTime.fromMillis(1_000_000_000_000L));
    assertEquals(SAMPLE.length, Bundle.open(path).member("App.dll").orElseThrow().open().length());
    BundleMember app = Bundle.open(path).member("App.dll").orElseThrow();
    Files.write(path, new byte[file.length]);
    MetadataFormatException e = assertThrows(MetadataFormatException.class, app::open);
    assertEquals(path + "!App.dll", e.file());
  }

  @Test
  void executable_thatIsNoBundle_isRefused() {
    assertEquals(Kind.NOT_MANAGED, refused(ELF).kind());
    byte[] host = bundle(6).build();
    Arrays.fill(host, 0x100 - 40, 0x100 - 32, (byte) 0);
    assertEquals(Kind.NOT_MANAGED, refused(host).kind(), "a host that could become a bundle");
    assertTrue(Bundle.find(Given.bytes(host)).isEmpty());
  }

  /** The tool that makes bundles has the signature as data, and may itself be in one. */
  @Test
  void signature_beforeTheRealOne_isPassedOver() {
    byte[] file = bundle(6).build();
    byte[] decoy = BundleBuilder.marker(Long.MAX_VALUE);
    System.arraycopy(decoy, 0, file, 0x20, decoy.length);
    assertEquals(3, opened(file).members().size());
  }

  /** A managed module is one, even if it carries the signature. */
  @Test
  void module_withTheSignatureInIt_isAModule() {
    byte[] marker = BundleBuilder.marker(8);
    ImageBuilder module = ImageBuilder.netmodule("HostModel.dll");
    module.blob(marker);
    assertEquals("HostModel.dll", Given.image(module.build(PeFormat.PE32)).moduleName());
  }

  /** The search never looks at a byte more than 32 times, wherever it almost succeeds. */
  @Test
  void signature_almostEverywhere_isSearchedForInLinearTime() {
    byte[] file = new byte[4 << 20];
    byte[] almost = BundleBuilder.marker(0);
    for (int at = 0; at + almost.length < file.length; at += almost.length) {
      System.arraycopy(almost, 0, file, at, almost.length);
    }
    assertEquals(-1, BundleMarker.findManifest(Given.bytes(file)));
    Arrays.fill(file, (byte) 0xae);
    assertEquals(-1, BundleMarker.findManifest(Given.bytes(file)));
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 7, 0x7fffffff, -1})
  void manifest_ofAnUnknownVersion_isDamage(int version) {
    byte[] file = bundle(6).build();
    int manifest = BundleMarker.findManifest(Given.bytes(file));
    for (int i = 0; i < 4; i++) {
      file[manifest + i] = (byte) (version >>> (8 * i));
    }
    MetadataFormatException e = refused(file);
    assertEquals(Kind.DAMAGED, e.kind());
    assertEquals(manifest, e.offset());
  }

  @ParameterizedTest
  @ValueSource(ints = {4, 1_000_000, Integer.MAX_VALUE, -1, Integer.MIN_VALUE})
  void manifest_thatClaimsOtherFilesThanItLists_isDamage(int count) {
    assertEquals(Kind.DAMAGED, refused(bundle(6).build(count)).kind());
  }

  @Test
  void manifest_withoutFiles_hasNone() {
    assertTrue(opened(bundle(6).build(0)).members().isEmpty());
  }

  /** Offset, size and compressed size of a member that the file does not hold. */
  @ParameterizedTest
  @CsvSource({
    "-1, 1, 0",
    "0x100, -1, 0",
    "0x7fffffffffffffff, 1, 0",
    "1, 0x7fffffffffffffff, 0",
    "0x100, 0x100000000, 0",
    "0x1000000, 0, 0",
    "0x100, 10, -1",
    "0x100, 10, 0x7fffffffffffffff",
    "0x100, 0x7fffffff, 4",
    "0x100, -1, 4",
    "0x100, 0x100000000, 4",
  })
  void member_outsideTheFile_isDamageWhenItIsOpened(String offset, String size, String compressed) {
    byte[] file =
        bundle(6)
            .entry("Bad.dll", 1, Long.decode(offset), Long.decode(size), Long.decode(compressed))
            .build();
    BundleMember bad = member(file, "Bad.dll");
    assertThrows(MetadataFormatException.class, bad::open);
    assertEquals(SAMPLE.length, member(file, "App.dll").open().length(), "others are unharmed");
  }

  @Test
  void member_ofUnknownType_isListed() {
    byte[] file = bundle(6).entry("odd", 200, 0x100, 1, 0).build();
    assertEquals(BundleMember.Type.UNKNOWN, member(file, "odd").type());
  }

  @Test
  void member_thatIsNotThere_isEmpty() {
    assertTrue(opened(bundle(6).build()).member("app.dll").isEmpty(), "case matters");
  }

  /** The claims of a few kilobytes: the same bytes in each of many members. */
  @Test
  void members_thatShareBytes_areRefusedButForTheFirst() {
    BundleBuilder builder = new BundleBuilder(6, ELF).compressed("App.dll", 1, SAMPLE);
    int compressed = BundleBuilder.manifestOf(builder.build()) - 0x100;
    builder.entry("Same.dll", 1, 0x100, SAMPLE.length, compressed);
    builder.entry("End.dll", 1, 0x100 + compressed - 1, 1, 0);
    builder.entry("Empty.dll", 1, 0x108, 0, 0);
    builder.member("Next.dll", 1, SAMPLE);
    byte[] file = builder.build();
    assertEquals(SAMPLE.length, member(file, "App.dll").open().length());
    for (String path : List.of("Same.dll", "End.dll")) {
      BundleMember sharing = member(file, path);
      MetadataFormatException e = assertThrows(MetadataFormatException.class, sharing::open, path);
      assertEquals(path + " shares bytes with another member", e.reason());
    }
    assertEquals(0, member(file, "Empty.dll").open().length());
    assertEquals(SAMPLE.length, member(file, "Next.dll").open().length());
  }

  /** 16 times the file and 64 MiB, whatever each of them may inflate to. */
  @Test
  void members_thatInflateToMoreThanTheBundleCanHold_areRefused() {
    byte[] large = new byte[40 << 20];
    BundleBuilder builder = new BundleBuilder(6, ELF).compressed("First", 0, large);
    builder.compressed("Second", 0, large).compressed("App.dll", 1, SAMPLE);
    byte[] file = builder.build();
    assertEquals(large.length, member(file, "First").open().length());
    BundleMember second = member(file, "Second");
    MetadataFormatException e = assertThrows(MetadataFormatException.class, second::open);
    assertTrue(e.reason().contains("inflate to more than the bundle can hold"), e.reason());
    assertEquals(SAMPLE.length, member(file, "App.dll").open().length());
  }

  @Test
  void member_ofAPathThatStandsTwice_isTheFirst() {
    byte[] file = bundle(6).member("App.dll", 1, ELF).build();
    assertEquals(SAMPLE.length, member(file, "App.dll").open().length());
    assertEquals(4, opened(file).members().size());
  }

  /** A path may be as long as the rest of the file says. */
  @Test
  void manifest_ofMoreThanSixteenMegabytes_isDamage() {
    BundleBuilder builder = new BundleBuilder(6, ELF);
    String path = "x".repeat(0x3fff);
    for (int i = 0; i < 1025; i++) {
      builder.entry(path, 1, 0x100, 0, 0);
    }
    assertEquals(Kind.DAMAGED, refused(builder.build()).kind());
    assertEquals(1000, opened(builder.build(1000)).members().size());
  }

  /** To find the marker of a bundle is to read the file: nothing but an executable is searched. */
  @Test
  void marker_inWhatIsNoExecutable_isNotLookedFor() {
    byte[] file = bundle(6).build();
    System.arraycopy(new byte[] {'P', 'K', 3, 4}, 0, file, 0, 4);
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.of(Given.FILE, file));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertTrue(e.reason().contains("a ZIP file"), e.reason());
  }
}
