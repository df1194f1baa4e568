// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Real modules and their PDBs, beside them and inside. */
class RealContainersTest {

  private static final int DOCUMENT = 0x30;
  private static final int METHOD_DEBUG_INFORMATION = 0x31;

  /** Returns one number for the first bytes of all method bodies. */
  private static long bodies(Image image) {
    long sum = 0;
    for (MethodDef method : image.methodDefs()) {
      int rva = image.metadata().tables().cell(MethodDef.TABLE, method.rid(), 0);
      if (rva != 0) {
        Bytes body = image.metadata().container().fromRva(rva);
        sum = sum * 31 + body.u8(0) * 256L + body.u8(1 % body.length());
      }
    }
    return sum;
  }

  /** Checks that a module is the same, from whatever container it is read. */
  static void assertSame(Image expected, Image image) {
    assertEquals(expected.mvid(), image.mvid());
    assertEquals(expected.assembly(), image.assembly());
    assertEquals(bodies(expected), bodies(image), image.file());
    assertEquals(
        expected.debugDirectory().codeViews(), image.debugDirectory().codeViews(), image.file());
  }

  @Test
  void pdb_besideItsModule_isKnownAsItsOwn() throws IOException {
    Path dll = TestAssembly.CONSTRUCTS.path();
    Image module = Image.open(dll);
    Image pdb = Image.open(dll.resolveSibling("Constructs.pdb"));
    assertTrue(pdb.isPdbOf(module));
    assertFalse(pdb.isPdbOf(Image.open(TestAssembly.EMBEDDED.path())));
    assertTrue(pdb.metadata().tables().count(DOCUMENT) > 1);
    assertEquals(
        module.metadata().tables().count(MethodDef.TABLE),
        pdb.metadata().tables().count(METHOD_DEBUG_INFORMATION));
  }

  @Test
  void pdb_insideItsModule_isOpened() throws IOException {
    Image module = Image.open(TestAssembly.EMBEDDED.path());
    Image pdb = module.embeddedPdb().orElseThrow();
    assertTrue(pdb.isPdbOf(module));
    assertEquals(
        module.metadata().tables().count(MethodDef.TABLE),
        pdb.metadata().tables().count(METHOD_DEBUG_INFORMATION));
  }

  /** Read into memory, a file may go away. */
  @Test
  void file_readIntoMemory_isReleased() throws IOException {
    Path copy = Files.createTempFile("tiptoe", ".dll");
    Files.write(copy, Files.readAllBytes(TestAssembly.DEMO.path()));
    Image image = Image.of(Bytes.read(copy));
    Files.write(copy, new byte[0]);
    assertSame(Image.open(TestAssembly.DEMO.path()), image);
    Files.delete(copy);
  }
}
