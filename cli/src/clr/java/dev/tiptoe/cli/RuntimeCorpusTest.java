// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestRuntime;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * The whole of the .NET runtime, line by line against System.Reflection.Metadata: {@code
 * MetadataDump}, whose source is in {@code testdata/assemblies}, prints the right answers on the
 * real CLR.
 */
class RuntimeCorpusTest extends RuntimeCorpusFixture {

  @Test
  void names_ofTheRuntime_equalThoseOfSystemReflectionMetadata() throws Exception {
    Path expected = dump("names", RUNTIME);
    Path actual = folder.resolve("actual");
    String notes = run(InputStream.nullInputStream(), actual, "names", RUNTIME, "--tsv");
    assertSameLines(expected, actual, 285_325);
    assertSkipsNativeDlls(notes);
  }

  @Test
  void refs_ofTheRuntime_allLeadWhereSystemReflectionMetadataSays() throws Exception {
    Path expected = dump("refs", RUNTIME);
    Path actual = folder.resolve("actual");
    String notes = run(InputStream.nullInputStream(), actual, "refs", RUNTIME, "--tsv");
    assertSameLines(expected, actual, 44_990);
    assertSkipsNativeDlls(notes);
    try (var lines = Files.lines(actual)) {
      assertEquals(
          Set.of("resolved"),
          lines.map(line -> line.split("\t", -1)[3]).collect(Collectors.toSet()));
    }
  }

  /** There is one note: how many files hold no module. */
  private static void assertSkipsNativeDlls(String notes) {
    int skipped = TestRuntime.nativeDlls().size();
    String note = "tiptoe: skipped " + skipped + " files that hold no module; the first is ";
    assertTrue(notes.startsWith(note), notes);
    assertEquals(1, notes.lines().count(), notes);
  }
}
