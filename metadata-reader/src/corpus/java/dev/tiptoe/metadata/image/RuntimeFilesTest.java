// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.AssemblyIdentity;
import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.testdata.TestRuntime;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Single files of a real .NET runtime, and how many there are. */
class RuntimeFilesTest {

  @Test
  void runtime_hasHundredsOfManagedDlls() {
    List<Path> files = TestRuntime.managedDlls();
    assertTrue(files.size() > 300, files.size() + " files");
  }

  @Test
  void identity_ofEveryNativeDll_hasNoMvid() throws IOException {
    for (Path file : TestRuntime.nativeDlls()) {
      ImageIdentity identity = Bytes.open(file, ImageIdentity::of);
      assertEquals(Optional.empty(), identity.mvid());
      assertTrue(identity.pe().isPresent());
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
