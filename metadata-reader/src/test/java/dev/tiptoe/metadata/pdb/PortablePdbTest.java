// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.pdb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb.Found;
import dev.tiptoe.metadata.pdb.PortablePdb.Missing;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the PDB of a module is looked for, and which is believed. */
class PortablePdbTest {

  @TempDir private Path folder = Path.of("");

  private Path dll() throws IOException {
    return Files.copy(TestAssembly.DEMO.path(), folder.resolve("Renamed.dll"));
  }

  private Path pdb() {
    return folder.resolve("Demo.pdb");
  }

  private static Path given() {
    return TestAssembly.DEMO.path().resolveSibling("Demo.pdb");
  }

  @Test
  void pdb_insideTheModule_isFound() throws IOException {
    Image module = Image.open(TestAssembly.EMBEDDED.path());
    Found found = assertInstanceOf(Found.class, PortablePdb.of(module));
    assertTrue(found.image().isPdbOf(module));
    assertEquals(found.image(), found.found().orElseThrow());
  }

  @Test
  void pdb_besideTheModule_isFoundByTheNameThatTheModuleGives() throws IOException {
    Files.copy(given(), pdb());
    Image module = Image.open(dll());
    Found found = assertInstanceOf(Found.class, PortablePdb.of(module));
    assertEquals(pdb().toString(), found.image().file());
  }

  @Test
  void pdb_thatIsNotThere_isMissingWithThePathWhereItWouldBe() throws IOException {
    assertEquals("there is no " + pdb(), why(Image.open(dll())));
    Files.createDirectory(pdb());
    assertEquals("there is no " + pdb(), why(Image.open(folder.resolve("Renamed.dll"))));
  }

  @Test
  void pdb_ofAnotherModule_isNotBelieved() throws IOException {
    Files.copy(TestAssembly.CONSTRUCTS.path().resolveSibling("Constructs.pdb"), pdb());
    Path dll = dll();
    assertEquals(pdb() + " is not the PDB of this build of " + dll, why(Image.open(dll)));
  }

  @Test
  void pdb_thatIsCutOff_isMissingWithWhatIsWrong() throws IOException {
    byte[] whole = Files.readAllBytes(given());
    Files.write(pdb(), Arrays.copyOf(whole, 100));
    String why = why(Image.open(dll()));
    assertTrue(why.contains("Demo.pdb"), why);
    Files.write(pdb(), new byte[0]);
    assertTrue(why(Image.open(folder.resolve("Renamed.dll"))).contains("Demo.pdb"));
  }

  @Test
  void module_thatNamesNoPdb_hasNone() throws IOException {
    Path hello = TestAssembly.HELLO.path();
    assertEquals(hello + " names no portable PDB", why(Image.open(hello)));
  }

  @Test
  void module_whosePathIsRelative_isNotLookedForBesideTheWorkingDirectory() throws IOException {
    Files.copy(given(), pdb());
    Path relative = Path.of("").toAbsolutePath().relativize(dll().toAbsolutePath());
    assertEquals("the folder of " + relative + " is not known", why(Image.open(relative)));
  }

  private static String why(Image module) {
    PortablePdb pdb = PortablePdb.of(module);
    assertTrue(pdb.found().isEmpty());
    return assertInstanceOf(Missing.class, pdb).reason();
  }
}
