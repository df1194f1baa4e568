// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
}
