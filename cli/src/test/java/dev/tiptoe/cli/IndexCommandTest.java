// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
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
}
