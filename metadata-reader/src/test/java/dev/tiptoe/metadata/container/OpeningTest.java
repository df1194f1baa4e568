// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.container;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.MetadataFormatException;
import dev.tiptoe.metadata.MetadataFormatException.Kind;
import dev.tiptoe.metadata.bundle.Bundle;
import dev.tiptoe.metadata.bytes.Bytes;
import dev.tiptoe.metadata.given.Containers;
import dev.tiptoe.metadata.image.Image;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every kind of file by path, in a buffer and in an array; and what is no file. */
class OpeningTest {

  @TempDir private Path folder = Path.of("");

  static Set<String> kinds() {
    return Containers.all().keySet();
  }

  /** All sources of the same bytes, each called {@code name}. */
  private List<Bytes> sources(byte[] bytes, String name) throws IOException {
    Path path = Files.write(folder.resolve(name), bytes);
    ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 5).position(5);
    return List.of(
        Bytes.open(path).named(name),
        Bytes.read(path).named(name),
        Bytes.of(name, bytes),
        Bytes.of(name, ByteBuffer.wrap(bytes)),
        Bytes.of(name, ByteBuffer.wrap(bytes).asReadOnlyBuffer()),
        Bytes.of(name, direct.put(bytes).position(5)));
  }

  /** Returns the name of the first module; a file that is not one module gives a specific error. */
  private static String first(Bytes file) {
    if (Bundle.find(file).isPresent()) {
      return "bundle with " + Image.of(Bundle.of(file).members().get(0).open()).moduleName();
    }
    Container container = Container.of(file);
    return Components.of(container)
        .map(composite -> Image.of(composite.components().get(0)))
        .orElseGet(() -> Image.of(container))
        .moduleName();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void file_fromEverySource_isTheSame(String kind) throws IOException {
    List<Bytes> sources = sources(Containers.all().getOrDefault(kind, new byte[0]), "file");
    String expected = first(sources.get(0));
    assertTrue(expected.endsWith(".dll") || kind.equals("portable PDB"), expected);
    for (Bytes source : sources) {
      assertEquals(expected, first(source));
      assertEquals("file", source.file());
    }
  }

  /** Checks that a path is refused, however it is opened. */
  static void assertNotManaged(Path path, String reason) {
    for (Executable open :
        List.<Executable>of(
            () -> Image.open(path),
            () -> Bundle.open(path),
            () -> Bytes.open(path),
            () -> Bytes.read(path))) {
      MetadataFormatException e = assertThrows(MetadataFormatException.class, open);
      assertEquals(Kind.NOT_MANAGED, e.kind());
      assertEquals(path.toString(), e.file());
      assertTrue(e.reason().contains(reason), e.reason());
    }
  }

  @Test
  void folder_isNoFile() {
    assertNotManaged(folder, "not a regular file");
  }

  @Test
  void emptyFile_isEmpty() throws IOException {
    assertNotManaged(Files.createFile(folder.resolve("empty")), "empty file");
  }

  @Test
  void file_thatIsNotThere_isAnErrorOfTheFileSystem() {
    Path none = folder.resolve("none");
    assertThrows(NoSuchFileException.class, () -> Image.open(none));
    assertThrows(NoSuchFileException.class, () -> Bundle.open(none));
    assertThrows(NoSuchFileException.class, () -> Bytes.read(none));
  }

  /** A file that users often confuse with a module is named by its kind. */
  @Test
  void file_ofAnotherKind_isCalledByItsName() {
    for (List<String> each :
        List.of(
            List.of("\u007fELF", "an ELF file"),
            List.of("PK\u0003\u0004", "a ZIP file"),
            List.of("#!/bin/sh", "something else"),
            List.of("MZ", "not a PE file"))) {
      byte[] bytes = each.get(0).getBytes(StandardCharsets.ISO_8859_1);
      MetadataFormatException e =
          assertThrows(MetadataFormatException.class, () -> Image.of("odd", bytes));
      assertEquals(Kind.NOT_MANAGED, e.kind());
      assertTrue(e.reason().contains(each.get(1)), e.reason());
    }
  }
}
