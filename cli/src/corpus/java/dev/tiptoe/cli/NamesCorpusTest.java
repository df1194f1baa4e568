// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class NamesCorpusTest extends NamesCommandFixture {

  @Test
  void names_ofANativeLibrary_giveItsFunctions() {
    String library = TestRuntime.directory().resolve("libcoreclr.so").toString();
    List<List<String>> rows = TiptoeRun.tiptoe("names", library, "--tsv").expect(0).rows();
    List<String> first =
        rows.stream()
            .filter(row -> row.get(3).equals("coreclr_initialize"))
            .findFirst()
            .orElseThrow();
    assertEquals(library, first.get(0));
    assertTrue(first.get(1).matches("[0-9a-f]{40}"), first::toString);
    long address = Long.decode(first.get(2)) + 5;
    String rva = "0x" + Long.toHexString(address);
    Outcome outcome = TiptoeRun.tiptoe("names", library, "--rva", rva + ",0x10").expect(1);
    assertEquals(
        "  " + rva + "  " + first.get(2) + "+0x5  coreclr_initialize", outcome.lines().get(1));
    assertTrue(
        outcome.lines().get(2).startsWith("  0x10  (no function is known there"), outcome::out);
    assertEquals(
        library + ": only what it exports is named: its symbol table was stripped",
        outcome.err().lines().findFirst().orElse("").replaceFirst("^tiptoe: (note: )?", ""));
    assertTrue(
        TiptoeRun.tiptoe("names", library, "--tokens", "0x06000001")
            .expect(3)
            .err()
            .contains("a native file has no tokens"));
  }

  @Test
  void names_ofANativeDll_inAFolderAreANoteAndByNameBadInput() throws IOException {
    Path dll = TestRuntime.nativeDlls().get(0);
    Path copy = Files.copy(dll, folder.resolve("native.dll"));
    hello("z.dll");
    Outcome found = TiptoeRun.tiptoe("names", folder.toString(), "--tsv").expect(0);
    assertEquals(METHODS_OF_HELLO, found.rows().size());
    assertEquals(1, found.err().lines().count());
    assertTrue(found.err().startsWith("tiptoe: skipped " + copy + ": at offset 0x"), found.err());
    Outcome named = TiptoeRun.tiptoe("names", copy.toString(), "--tsv").expect(3);
    assertEquals("", named.out());
    assertTrue(named.err().startsWith("tiptoe: " + copy + ": at offset 0x"), named.err());
  }
}
