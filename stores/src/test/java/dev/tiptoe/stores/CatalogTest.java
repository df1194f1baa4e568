// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.stores;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.stores.Catalog.Entry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is in folders, kept in a file: made, refreshed, shared and damaged. */
class CatalogTest {

  @TempDir private Path home = Path.of("");

  private final Notes notes = new Notes();

  private Path folder() throws IOException {
    return Files.createDirectories(home.resolve("folder"));
  }

  private Path file() {
    return home.resolve("catalog");
  }

  private CatalogFile catalog() throws IOException {
    return new CatalogFile(Optional.of(file()), List.of(folder()), notes);
  }

  private Path module(String name) throws IOException {
    return Built.write(folder().resolve("in/" + name + ".dll"), Built.module(name));
  }

  /** Returns the entries of a module that was built. */
  static List<Entry> find(Catalog catalog, String name) {
    return catalog.find(Keys.of(new Identity.Mvid(Built.mvid(name))));
  }

  private static Catalog.Entry entry(Path file) {
    return new Entry(Location.of(file), Content.Kind.MODULE, FileNames.base(file.toString()));
  }

  @Test
  void catalog_ofAFolder_hasEachModuleByMvidNameAndPeIdentity() throws IOException {
    for (int i = 0; i < 300; i++) {
      module("M" + i);
    }
    for (Optional<Path> where : List.of(Optional.of(file()), Optional.<Path>empty())) {
      Catalog catalog =
          new CatalogFile(where, List.of(folder()), notes).refreshed(Optional.empty());
      assertEquals(300, catalog.files());
      for (int i = 0; i < 300; i++) {
        Path file = folder().resolve("in/M" + i + ".dll");
        assertEquals(List.of(entry(file)), find(catalog, "M" + i));
        assertEquals(List.of(entry(file)), catalog.find(Keys.ofName("m" + i + ".DLL")));
      }
      assertEquals(List.of(), find(catalog, "M300"));
      assertEquals(64, catalog.find(Keys.of(new Identity.Pe(0, Built.SIZE_OF_IMAGE, ""))).size());
    }
    assertEquals(List.of(), notes.texts);
  }

  @Test
  void catalog_thatIsRefreshed_readsOnlyWhatChanged() throws IOException {
    module("Same");
    Path changed = module("Before");
    Path gone = module("Gone");
    Files.writeString(folder().resolve("notes.txt"), "x".repeat(100));
    Catalog first = catalog().refreshed(Optional.empty());
    assertEquals(4, notes.read);
    Files.write(changed, Built.module("After.."));
    Files.delete(gone);
    module("New");
    Catalog second = catalog().refreshed(Optional.of(first));
    assertEquals(2, notes.read);
    assertEquals(4, second.files());
    assertEquals(1, find(second, "Same").size());
    assertEquals(1, find(second, "After..").size());
    assertEquals(1, find(second, "New").size());
    assertEquals(List.of(), find(second, "Before"));
    assertEquals(List.of(), find(second, "Gone"));
    assertEquals(List.of(), second.find(Keys.ofName("Gone.dll")));
    // The first is still what it was, for the process that has it.
    assertEquals(1, find(first, "Gone").size());
    assertSame(second, catalog().refreshed(Optional.of(second)));
    assertEquals(0, notes.read);
    assertEquals(List.of("catalog", "folder"), names(home));
  }

  @Test
  void file_withTheSameSizeAndAnotherTime_isReadAgain() throws IOException {
    Path file = module("A");
    Catalog first = catalog().refreshed(Optional.empty());
    Files.write(file, Built.module("B"));
    Files.setLastModifiedTime(file, FileTime.fromMillis(1));
    Catalog second = catalog().refreshed(Optional.of(first));
    assertEquals(1, find(second, "B").size());
    assertEquals(List.of(), find(second, "A"));
  }

  @Test
  void catalog_ofAnotherFolder_keepsWhatIsInBoth() throws IOException {
    module("A");
    Built.write(home.resolve("other/B.dll"), Built.module("B"));
    Catalog first = catalog().refreshed(Optional.empty());
    Catalog both =
        new CatalogFile(Optional.of(file()), List.of(home, folder()), notes)
            .refreshed(Optional.of(first));
    assertEquals(1, find(both, "A").size());
    assertEquals(1, find(both, "B").size());
    // The catalog itself is one of the files.
    assertEquals(3, both.files());
  }

  @Test
  void catalog_withAnyByteChanged_isRefusedOrAnswersAsBefore() throws IOException {
    for (int i = 0; i < 300; i++) {
      module("M" + i);
    }
    Built.write(
        folder().resolve("p.nupkg"),
        Built.zip(Map.of("lib/P.dll", Built.module("P"), "lib/Q.dll", Built.module("Q"))));
    Catalog sound = catalog().refreshed(Optional.empty());
    byte[] bytes = Files.readAllBytes(file());
    Random random = new Random(16);
    int refused = 0;
    int answered = 0;
    for (int round = 0; round < 1500; round++) {
      byte[] damaged = bytes.clone();
      int at = round < 200 ? round : random.nextInt(bytes.length);
      damaged[at] ^= (byte) (1 + random.nextInt(255));
      try {
        Catalog catalog = Catalog.of(damaged);
        for (String name : List.of("M0", "M299", "Q", "none")) {
          assertEquals(find(sound, name), find(catalog, name));
          answered++;
        }
      } catch (CatalogException e) {
        refused++;
      }
    }
    assertTrue(refused > 1000, refused + " refused");
    assertTrue(answered > 20, answered + " answered");
    for (int length : new int[] {0, 1, 71, 72, 100, bytes.length - 1}) {
      assertRefused(Arrays.copyOf(bytes, length));
    }
    assertRefused(Arrays.copyOf(bytes, bytes.length + 1));
  }

  private static void assertRefused(byte[] bytes) {
    try {
      Catalog.of(bytes);
    } catch (CatalogException e) {
      return;
    }
    throw new AssertionError("accepted");
  }

  /** A header with a right checksum may still be crafted. */
  @Test
  void catalog_whoseHeaderIsCrafted_isRefused() {
    int[][] sizes = {
      {-1, 0, 0}, {0x7fffffff, 0x7fffffff, 0x7fffffff}, {0, -1, 0}, {0, 0, -1}, {1 << 20, 0, 0}
    };
    for (int[] size : sizes) {
      for (long texts : new long[] {2, 0, -1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 46}) {
        CatalogFormat format = new CatalogFormat(size[0], size[1], size[2], texts);
        byte[] bytes = Arrays.copyOf(new CatalogFormat(0, 0, 0, 2).header(0), 100);
        byte[] header = crafted(format);
        System.arraycopy(header, 0, bytes, 0, header.length);
        assertRefused(bytes);
      }
    }
  }

  private static byte[] crafted(CatalogFormat format) {
    try {
      return format.header(0);
    } catch (ArithmeticException e) {
      return new byte[0];
    }
  }

  @Test
  void catalog_thatIsDamaged_isMadeAnewAndReported() throws IOException {
    module("A");
    catalog().refreshed(Optional.empty());
    byte[] bytes = Files.readAllBytes(file());
    bytes[70] ^= 1;
    Files.write(file(), bytes);
    assertEquals(Optional.empty(), catalog().existing());
    assertEquals(List.of(file() + ": its header is damaged; a new catalog is made"), notes.texts);
    assertEquals(1, find(catalog().refreshed(Optional.empty()), "A").size());
    assertEquals(1, find(catalog().existing().orElseThrow(), "A").size());
  }

  @Test
  void catalog_ofAnotherVersion_isMadeAnewAndReported() throws IOException {
    module("A");
    catalog().refreshed(Optional.empty());
    byte[] bytes = Files.readAllBytes(file());
    bytes[8] = 99;
    Files.write(file(), bytes);
    assertEquals(Optional.empty(), catalog().existing());
    assertEquals(
        List.of(file() + ": it has version 99, which is not known; a new catalog is made"),
        notes.texts);
  }

  @Test
  void file_thatIsNoCatalog_isNotOverwritten() throws IOException {
    module("A");
    Files.writeString(file(), "a thesis");
    assertEquals(Optional.empty(), catalog().existing());
    assertEquals(1, find(catalog().refreshed(Optional.empty()), "A").size());
    assertEquals("a thesis", Files.readString(file()));
    assertEquals(file() + ": it is not a catalog and is left as it is", notes.texts.get(1));
  }

  @Test
  void catalog_thatCannotBeWritten_isUsedAndReported() throws IOException {
    module("A");
    Path nowhere = home.resolve("no/such/folder/catalog");
    Catalog catalog =
        new CatalogFile(Optional.of(nowhere), List.of(folder()), notes).refreshed(Optional.empty());
    assertEquals(1, find(catalog, "A").size());
    assertEquals(1, notes.texts.size());
    assertTrue(notes.texts.get(0).endsWith("the catalog is not kept"), notes.texts.get(0));
  }

  /** Returns the names of the files in a folder, sorted. */
  static List<String> names(Path folder) throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void folder_withOddFiles_isReadWithoutThem() throws IOException {
    module("A");
    Path link = folder().resolve("link.dll");
    Files.createSymbolicLink(link, folder().resolve("in/A.dll"));
    Files.createSymbolicLink(folder().resolve("loop"), folder());
    Files.createSymbolicLink(folder().resolve("lost.dll"), home.resolve("nowhere"));
    Files.write(folder().resolve("empty.dll"), new byte[0]);
    Files.write(folder().resolve("cut.dll"), Arrays.copyOf(Built.module("B"), 700));
    Files.writeString(folder().resolve("text.dll"), "M".repeat(1000));
    Catalog catalog = catalog().refreshed(Optional.empty());
    assertEquals(
        List.of(folder().resolve("in/A.dll"), link),
        find(catalog, "A").stream().map(one -> one.location().file()).sorted().toList());
    assertEquals(1, notes.texts.size(), notes.texts.toString());
    assertFalse(notes.texts.get(0).isEmpty());
  }

  @Test
  void pairs_ofManyEqualKeys_areSortedByKeyAndValue() {
    Pairs pairs = new Pairs();
    Random random = new Random(3);
    for (int i = 0; i < 100_000; i++) {
      pairs.add(random.nextInt(5) - 2L, random.nextInt(1000));
    }
    pairs.sort();
    for (int i = 1; i < pairs.size(); i++) {
      int byKey = Long.compare(pairs.key(i - 1), pairs.key(i));
      assertTrue(byKey < 0 || (byKey == 0 && pairs.value(i - 1) <= pairs.value(i)));
    }
  }

  @Test
  void member_withANameOf60000Characters_isReportedAndItsNeighboursAreFound() throws IOException {
    Map<String, byte[]> members = new LinkedHashMap<>();
    members.put("lib/A.dll", Built.module("A"));
    members.put("lib/" + "x".repeat(60_000) + ".dll", Built.module("X"));
    members.put("lib/" + "y".repeat(60_000) + ".dll", "BSJB, but cut".getBytes(US_ASCII));
    members.put("lib/B.dll", Built.module("B"));
    Path file = Built.write(folder().resolve("p.nupkg"), Built.zip(members));
    Catalog catalog = catalog().refreshed(Optional.empty());
    assertEquals(1, find(catalog, "A").size());
    assertEquals(1, find(catalog, "B").size());
    assertEquals(2, notes.texts.size(), notes.texts.toString());
    String tooLong =
        notes.texts.stream().filter(text -> text.contains("!lib/x")).findFirst().orElseThrow();
    assertTrue(tooLong.startsWith(file + "!lib/xxx"), tooLong);
    assertTrue(tooLong.endsWith("x.dll: its name is too long to be kept"), tooLong);
    notes.texts.forEach(text -> assertTrue(text.length() < 600, text));
  }

  @Test
  void places_withoutAnythingToUse_areReported() throws IOException {
    module("A");
    Path empty = Files.createDirectories(home.resolve("empty"));
    Path inner = Files.createDirectories(folder().resolve("inner"));
    Path text = Files.writeString(home.resolve("a.txt"), "x".repeat(100));
    Path texts = Built.write(home.resolve("texts/b.txt"), new byte[100]).resolveSibling("");
    Path link = Files.createSymbolicLink(home.resolve("link"), folder());
    List<Path> all = List.of(folder(), empty, inner, text, texts, link);
    for (int i = 0; i < 2; i++) {
      notes.texts.clear();
      CatalogFile file = new CatalogFile(Optional.of(file()), all, notes);
      file.refreshed(file.existing());
      List<String> unused =
          notes.texts.stream().filter(note -> note.endsWith("package is in it")).toList();
      assertEquals(
          Stream.of(empty, inner, text, texts)
              .map(place -> place + ": no module, PDB or package is in it")
              .toList(),
          unused,
          notes.texts.toString());
    }
  }
}
