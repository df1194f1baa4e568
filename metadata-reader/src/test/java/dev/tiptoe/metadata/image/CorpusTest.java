// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.Token;
import dev.tiptoe.metadata.given.Everything;
import dev.tiptoe.metadata.name.Names;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Real files: a whole .NET runtime, and the test assemblies. */
@Tag("clr")
class CorpusTest {

  /** What is read of the runtime; the longer test reads all of it. */
  private static final int SHARE = 8;

  private static void readAll(Path file) throws IOException {
    long characters =
        Everything.of(
            Image.open(file),
            damage -> {
              throw damage;
            });
    assertTrue(characters > 0, file.toString());
  }

  @Test
  void runtime_everyEighthManagedDll_isReadToItsEndWithoutDamage() throws IOException {
    List<Path> files = TestRuntime.managedDlls();
    assertTrue(files.size() > 300, files.size() + " files");
    for (int i = 0; i < files.size(); i += SHARE) {
      readAll(files.get(i));
    }
  }

  @Test
  @Tag("witness")
  void runtime_everyManagedDll_isReadToItsEndWithoutDamage() throws IOException {
    for (Path file : TestRuntime.managedDlls()) {
      readAll(file);
    }
  }

  @Test
  void testAssembly_everyOne_isReadToItsEndWithoutDamage() throws IOException {
    for (TestAssembly assembly : TestAssembly.values()) {
      readAll(assembly.path());
    }
  }

  @Test
  void runtime_everyNativeDll_isNoManagedFile() {
    List<Path> files = TestRuntime.nativeDlls();
    assertFalse(files.isEmpty());
    for (Path file : files) {
      MetadataFormatException e =
          assertThrows(MetadataFormatException.class, () -> Image.open(file));
      assertEquals(Kind.NOT_MANAGED, e.kind(), e.getMessage());
      assertEquals(file.toString(), e.file());
    }
  }

  @Test
  void runtime_itsSharedObject_isNoManagedFile() {
    Path library = TestRuntime.directory().resolve("libcoreclr.so");
    MetadataFormatException e =
        assertThrows(MetadataFormatException.class, () -> Image.open(library));
    assertEquals(Kind.NOT_MANAGED, e.kind());
    assertEquals(0, e.offset());
  }

  @Test
  void coreLib_askedByManyThreads_givesTheSameNames() throws IOException {
    Path file = TestRuntime.directory().resolve("System.Private.CoreLib.dll");
    Image image = Image.open(file);
    Names shared = new Names(image);
    Names alone = new Names(Image.open(file));
    List<Token> tokens = image.methodDefs().stream().map(MethodDef::token).toList();
    assertEquals(
        tokens.stream().map(alone::of).toList(), tokens.parallelStream().map(shared::of).toList());
  }

  @Test
  void coreLib_isWhatEveryoneKnows() throws IOException {
    Image image = Image.open(TestRuntime.directory().resolve("System.Private.CoreLib.dll"));
    AssemblyIdentity identity = image.assembly().orElseThrow();
    assertEquals(
        "System.Private.CoreLib, Version=9.0.0.0, Culture=neutral,"
            + " PublicKeyToken=7cec85d7bea7798e",
        identity.toString());
    assertEquals("System.Private.CoreLib.dll", image.moduleName());
    assertTrue(image.isReadyToRun());
    TypeDef object = image.findType("System", "Object").orElseThrow();
    assertTrue(object.extendsType().isNil());
    TypeDef list = image.findType("System.Collections.Generic", "List`1").orElseThrow();
    assertTrue(list.isGeneric());
    assertEquals(
        list, image.findNested(list, "Enumerator").orElseThrow().enclosing().orElseThrow());
  }
}
