// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.srm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.proof.srm.LineComparison.Difference;
import dev.tiptoe.testdata.CorpusFolder;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.gallery.Exhibit;
import dev.tiptoe.testdata.gallery.Gallery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that there is to be read, line by line against System.Reflection.Metadata. */
class SystemReflectionMetadataTest {

  /** The witness asks for all the memory that this claims to need. */
  private static final Set<String> DANGEROUS = Set.of("attribute-bomb");

  /** The witness opens none of these; we read what is readable of them. */
  private static final Set<String> REFUSED =
      Set.of(
          "claimed-rows/claimed-rows.dll",
          "nothing/nothing.dll",
          "unsorted-and-says-so/unsorted-and-says-so.dll",
          "unused-tables/unused-tables.dll");

  /** Rows of the gallery that we read otherwise, or whole exhibits, and why that is right. */
  private static final Map<String, String> DECIDED =
      Map.ofEntries(
          Map.entry("damaged-signatures 0x04000009", "a primitive is no generic type"),
          Map.entry("damaged-signatures 0x0400000b", "no array has the rank 0"),
          Map.entry("damaged-signatures 0x0400000f", "nested deeper than we go"),
          Map.entry("generics 0x04000001", "the grammar allows a TypeSpec behind CLASS"),
          Map.entry("generics 0x1b000003", "no type arguments are harmless"),
          Map.entry("generics 0x2b000002", "no type arguments are harmless"),
          Map.entry("locals 0x11000001", "no locals are harmless"),
          Map.entry("spec-cycle 0x0a000001", "the grammar allows a TypeSpec behind CLASS"),
          Map.entry("spec-cycle 0x1b000001", "the grammar allows a TypeSpec behind CLASS"),
          Map.entry("damaged-attributes 0x0c000001", "the runtime bears an empty value"),
          Map.entry("damaged-attributes 0x0c000004", "the runtime bears a missing count of zero"),
          Map.entry("damaged-attributes 0x0c000011", "an argument without name names nothing"),
          Map.entry("damaged-attributes 0x0c000015", "nothing hangs on a missing HASTHIS"),
          Map.entry("odd-attributes 0x0c000011", "the runtime refuses bytes behind the arguments"),
          Map.entry("damaged-bodies 0x06000009", "sections of other kinds are not for us"),
          Map.entry("odd-bodies 0x0600000a", "clauses may be in several sections"),
          Map.entry("odd-bodies 0x06000011", "no handler is of that kind"),
          Map.entry("odd-bodies 0x06000012", "no handler is of that kind"),
          Map.entry("odd-code 0x0600000a", "the prefix no. is missing in Reflection.Emit"),
          Map.entry("damaged-bodies 0x06000002", "the row is read, though its RVA leads nowhere"),
          Map.entry("several-of-one 0x00000002", "the witness reads the first row alone"),
          Map.entry("several-of-one 0x20000002", "the witness reads the first row alone"),
          Map.entry("minimal-delta-narrow", "the CLR takes every index for wide"),
          Map.entry("descending-lists", "lists that descend are empty"),
          Map.entry("methods-65535", "a list that ends at 0x10000 ends at 0 in two bytes"),
          Map.entry("unsorted-but-says-sorted", "we look whether what says so is sorted"));

  @TempDir private Path folder = Path.of("");

  @Test
  void signatures_ofTheRuntime_decodeTheSame() throws Exception {
    assertSame(818_468, "signatures", new SignatureSection());
  }

  @Test
  void attributes_ofTheRuntime_decodeTheSame() throws Exception {
    assertSame(216_382, "attributes", new Attributes(enums()));
  }

  @Test
  void bodies_ofTheRuntime_areTheSame() throws Exception {
    assertSame(272_532, "bodies", new Bodies());
  }

  @Test
  void rows_ofTheRuntime_areTheSame() throws Exception {
    assertSame(1_309_484, "rows", new RowSection());
  }

  @Test
  void symbols_ofTheRuntime_areTheSame() throws Exception {
    assertSame(3_023, "symbols", new Symbols());
  }

  @Test
  void constructs_ofCSharp_areTheSame() throws Exception {
    Path assemblies = TestAssembly.CONSTRUCTS.path().resolve("../..").normalize();
    for (Map.Entry<String, Section> section : sections().entrySet()) {
      LineComparison comparison =
          MetadataDump.compare(section.getKey(), section.getValue(), assemblies);
      assertEquals(List.of(), comparison.differences());
      for (String file : List.of("Constructs/Constructs.dll", "Embedded/Embedded.dll")) {
        int lines = comparison.lines().getOrDefault(file, 0);
        assertTrue(lines > 0, section.getKey() + " of " + file);
      }
    }
  }

  @Test
  void gallery_ofOddImages_isTheSame_saveWhereDecidedOtherwise() throws Exception {
    Set<String> files = write();
    Map<String, String> differences = new TreeMap<>();
    for (Map.Entry<String, Section> section : sections().entrySet()) {
      LineComparison comparison =
          MetadataDump.compare(section.getKey(), section.getValue(), folder);
      assertEquals(files, comparison.lines().keySet());
      comparison.differences().forEach(one -> differences.put(row(one), one.toString()));
    }
    assertEquals(new TreeSet<>(DECIDED.keySet()), differences.keySet(), differences::toString);
  }

  /** Writes the exhibits: the files that the witness opens. */
  private Set<String> write() throws IOException {
    Set<String> files = new TreeSet<>();
    for (Exhibit exhibit : Gallery.all()) {
      if (!DANGEROUS.contains(exhibit.name())) {
        exhibit.writeTo(folder.resolve(exhibit.name()));
        exhibit.files().keySet().forEach(file -> files.add(exhibit.name() + "/" + file));
      }
    }
    assertTrue(files.removeAll(REFUSED));
    return files;
  }

  /** The exhibit, and the token if it is not the exhibit that is decided about. */
  private static String row(Difference difference) {
    String exhibit = Path.of(difference.file()).getName(0).toString();
    return DECIDED.containsKey(exhibit) ? exhibit : exhibit + " " + difference.token();
  }

  /**
   * Checks that a section is the same for every DLL that is visited.
   *
   * @param lines how many lines there are for all
   */
  private void assertSame(int lines, String name, Section section) throws Exception {
    CorpusFolder visited = CorpusFolder.in(folder);
    if (visited.isAll()) {
      // The runtime's folder has folders with more.
      LineComparison comparison = MetadataDump.compare(name, section, TestRuntime.directory());
      assertEquals(List.of(), comparison.differences());
      assertEquals(lines, comparison.count());
      return;
    }
    LineComparison comparison = MetadataDump.compare(name, section, visited.path());
    assertEquals(List.of(), comparison.differences());
    try (Stream<Path> files = Files.list(folder)) {
      assertEquals(files.count(), comparison.lines().size());
    }
  }

  private static Map<String, Section> sections() {
    return Map.of(
        "signatures", new SignatureSection(),
        "attributes", new Attributes(enums()),
        "bodies", new Bodies(),
        "rows", new RowSection(),
        "symbols", new Symbols(),
        "names", new AllNames());
  }

  private static Enums enums() {
    return new Enums(TestRuntime.managedDlls());
  }
}
