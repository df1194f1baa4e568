// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.container.Machine.Architecture;
import dev.tiptoe.metadata.container.Machine.OperatingSystem;
import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.image.MethodDef;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import dev.tiptoe.testdata.image.BundleBuilder;
import dev.tiptoe.testdata.image.LoadedLayout;
import dev.tiptoe.testdata.image.WebcilFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real modules: as they are, and as each other container would hold them. */
@Tag("clr")
class RealContainersTest {

  private static final int DOCUMENT = 0x30;
  private static final int METHOD_DEBUG_INFORMATION = 0x31;

  /** Returns one number for the first bytes of all method bodies. */
  private static long bodies(Image image) {
    long sum = 0;
    for (MethodDef method : image.methodDefs()) {
      int rva = image.tables().cell(MethodDef.TABLE, method.rid(), 0);
      if (rva != 0) {
        Bytes body = image.container().fromRva(rva);
        sum = sum * 31 + body.u8(0) * 256L + body.u8(1 % body.length());
      }
    }
    return sum;
  }

  private static void assertSame(Image expected, Image image) {
    assertEquals(expected.mvid(), image.mvid());
    assertEquals(expected.assembly(), image.assembly());
    assertEquals(bodies(expected), bodies(image), image.file());
    assertEquals(
        expected.debugDirectory().codeViews(), image.debugDirectory().codeViews(), image.file());
  }

  @Test
  void runtime_everyDllAsItIsInMemory_isTheSameModule() throws IOException {
    for (Path file : TestRuntime.managedDlls()) {
      Image flat = Image.open(file);
      Image loaded = Image.of(file.toString(), LoadedLayout.of(Files.readAllBytes(file)));
      assertEquals(PeFile.Layout.LOADED, ((PeFile) loaded.container()).layout());
      assertSame(flat, loaded);
      assertEquals(flat.isReadyToRun(), loaded.isReadyToRun());
    }
  }

  @Test
  void runtime_everyDllAsWebcil_isTheSameModule() throws IOException {
    for (Path file : TestRuntime.managedDlls()) {
      byte[] webcil = WebcilFile.of(Files.readAllBytes(file), 0);
      assertSame(Image.open(file), Image.of(file.toString(), WebcilFile.inWasm(webcil)));
    }
  }

  /** Some are compiled ahead of time for this machine, the others for any. */
  @Test
  void runtime_everyReadyToRunDll_isForItsMachine() throws IOException {
    int compiled = 0;
    for (Path file : TestRuntime.managedDlls()) {
      Image image = Image.open(file);
      Machine machine = ((PeFile) image.container()).machine();
      if (image.isReadyToRun()) {
        compiled++;
        assertEquals(Architecture.AMD64, machine.architecture());
        assertEquals(OperatingSystem.LINUX, machine.operatingSystem());
      }
    }
    assertTrue(compiled > 250, compiled + " with ReadyToRun code");
  }

  @Test
  void pdb_besideItsModule_isKnownAsItsOwn() throws IOException {
    Path dll = TestAssembly.CONSTRUCTS.path();
    Image module = Image.open(dll);
    Image pdb = Image.open(dll.resolveSibling("Constructs.pdb"));
    assertTrue(pdb.isPdbOf(module));
    assertFalse(pdb.isPdbOf(Image.open(TestAssembly.EMBEDDED.path())));
    assertTrue(pdb.tables().count(DOCUMENT) > 1);
    assertEquals(
        module.tables().count(MethodDef.TABLE), pdb.tables().count(METHOD_DEBUG_INFORMATION));
  }

  @Test
  void pdb_insideItsModule_isOpened() throws IOException {
    Image module = Image.open(TestAssembly.EMBEDDED.path());
    Image pdb = module.embeddedPdb().orElseThrow();
    assertTrue(pdb.isPdbOf(module));
    assertEquals(
        module.tables().count(MethodDef.TABLE), pdb.tables().count(METHOD_DEBUG_INFORMATION));
  }

  /** Inflated in thousands of steps. */
  @Test
  void coreLib_compressedInABundle_isTheSameModule() throws IOException {
    Path coreLib = TestRuntime.directory().resolve("System.Private.CoreLib.dll");
    byte[] bundle =
        new BundleBuilder(6)
            .compressed("System.Private.CoreLib.dll", 1, Files.readAllBytes(coreLib))
            .build();
    List<BundleMember> members = Bundle.of(Bytes.of("app", bundle)).members();
    assertTrue(members.get(0).isCompressed());
    assertSame(Image.open(coreLib), Image.of(members.get(0).open()));
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
