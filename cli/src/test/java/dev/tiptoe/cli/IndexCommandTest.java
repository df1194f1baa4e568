// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.symbols.index.SymbolIndex;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The target of {@code index}. */
class IndexCommandTest {

  @TempDir private Path folder = Path.of("");

  private static Outcome index(Path out) {
    return TiptoeRun.tiptoe(
        "index", TestAssembly.TRACES.path().toString(), "--out", out.toString());
  }

  @Test
  void out_thatIsAFile_isNoFolder() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    assertEquals("tiptoe: " + file + ": not a folder\n", index(file).expect(3).err());
    assertEquals("x", Files.readString(file));
  }

  @Test
  void out_withAFolderInThePlaceOfAFile_isNamed() throws IOException {
    Image image = Image.open(TestAssembly.TRACES.path());
    Path place = folder.resolve(image.mvid().orElseThrow() + ".tsym");
    Files.createDirectories(place);
    assertEquals(
        "tiptoe: " + place + ": a folder is in the place of the index\n",
        index(folder).expect(3).err());
  }

  @Test
  void modulesOfAPackage_areIndexedWithThePdbsInIt() throws IOException {
    index(folder.resolve("plain")).expect(0);
    Path pdb = TestAssembly.TRACES.path().resolveSibling("Traces.pdb");
    Path zip = folder.resolve("Shop.1.0.0.NUPKG");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("lib/net8.0/Traces.dll"));
      Files.copy(TestAssembly.TRACES.path(), out);
      out.putNextEntry(new ZipEntry("lib/net8.0/Traces.pdb"));
      Files.copy(pdb, out);
      out.putNextEntry(new ZipEntry("../Broken.dll"));
      out.write(Arrays.copyOf(Files.readAllBytes(TestAssembly.TRACES.path()), 5000));
    }
    Path packed = folder.resolve("packed");
    Outcome outcome =
        TiptoeRun.tiptoe("index", zip.toString(), "--out", packed.toString(), "--tsv").expect(3);
    assertEquals(1, outcome.rows().size(), outcome::out);
    assertEquals(zip + "!lib/net8.0/Traces.dll", outcome.rows().get(0).get(0));
    assertTrue(outcome.err().startsWith("tiptoe: " + zip + "!../Broken.dll: "), outcome::err);
    assertEquals(1, outcome.err().lines().count(), outcome::err);
    String name = Image.open(TestAssembly.TRACES.path()).mvid().orElseThrow() + ".tsym";
    SymbolIndex plain = SymbolIndex.open(folder.resolve("plain").resolve(name));
    SymbolIndex ofPackage = SymbolIndex.open(packed.resolve(name));
    assertEquals(plain.pointCount(), ofPackage.pointCount());
    assertTrue(plain.pointCount() > 100);
    assertEquals("Traces.dll", ofPackage.fileName());
  }

  /** In a folder that many share, one of them may have no PDBs. */
  @Test
  void index_thatHasLines_keepsThemWhereThePdbIsMissing() throws IOException {
    index(folder).expect(0);
    Path file =
        folder.resolve(Image.open(TestAssembly.TRACES.path()).mvid().orElseThrow() + ".tsym");
    byte[] withLines = Files.readAllBytes(file);
    Path bare = Files.createDirectory(folder.resolve("bare")).resolve("Traces.dll");
    Files.copy(TestAssembly.TRACES.path(), bare);
    String[] again = {"index", bare.toString(), "--out", folder.toString(), "--tsv"};
    String row = TiptoeRun.tiptoe(again).expect(0).out();
    assertTrue(row.contains("\tkept\t"), row);
    assertTrue(row.endsWith("Traces.pdb; the lines from before are kept\n"), row);
    assertArrayEquals(withLines, Files.readAllBytes(file));
    String[] forced = Arrays.copyOf(again, again.length + 1);
    forced[again.length] = "--force";
    assertTrue(TiptoeRun.tiptoe(forced).expect(0).out().contains("\twritten\t"));
    assertTrue(Files.size(file) < withLines.length);
    // Where there is a PDB again, its lines are.
    index(folder).expect(0);
    assertArrayEquals(withLines, Files.readAllBytes(file));
  }

  /**
   * A tool that rewrites modules may keep the MVID; the PDB that it writes has an ID of its own.
   */
  @Test
  void index_ofTwoBuildsWithOneMvid_leavesNeitherOutSilently() throws IOException {
    index(folder).expect(0);
    Image image = Image.open(TestAssembly.TRACES.path());
    SymbolIndex alone = SymbolIndex.open(folder.resolve(image.mvid().orElseThrow() + ".tsym"));
    Token method =
        image.methodDefs().stream()
            .map(MethodDef::token)
            .filter(each -> alone.source(each, 0).known().isPresent())
            .findFirst()
            .orElseThrow();
    byte[] other = Files.readAllBytes(TestAssembly.TRACES.path());
    int at = indexOf(other, "RSDS".getBytes(StandardCharsets.US_ASCII));
    other[at + 4] ^= 1;
    Path rewritten = Files.createDirectory(folder.resolve("other")).resolve("Traces.dll");
    Files.write(rewritten, other);
    String[] command = {"index", rewritten.toString(), "--out", folder.toString()};
    String note =
        "tiptoe: "
            + rewritten
            + ": the index is of 2 builds with one MVID, and has no names and lines where they"
            + " differ (--force replaces those of before)\n";
    assertEquals(note, TiptoeRun.tiptoe(command).expect(0).err());
    SymbolIndex both = SymbolIndex.open(folder.resolve(image.mvid().orElseThrow() + ".tsym"));
    assertEquals(0, both.pointCount());
    assertEquals(2, index(folder).expect(0).err().split("2 builds", -1).length);
    // Nothing is damaged: a frame has its name and no line, and a note says why.
    String row = image.mvid().orElseThrow() + "\t" + method + "\t0\n";
    String file = both.origin();
    for (String symbols : List.of(folder.toString(), file)) {
      Outcome frame = TiptoeRun.fed(row, "symbolize", "--symbols", symbols, "-").expect(0);
      assertTrue(frame.out().contains(both.method(method).shown()), frame::out);
      assertTrue(frame.out().contains("\tbuilds with this MVID differ here"), frame::out);
      String why = file + ": 2 builds with one MVID differ, and have no names and lines where they";
      assertEquals(2, frame.err().split(why, -1).length, frame::err);
    }
  }

  private static int indexOf(byte[] all, byte[] part) {
    int at = 0;
    while (!Arrays.equals(all, at, at + part.length, part, 0, part.length)) {
      at++;
    }
    return at;
  }
}
