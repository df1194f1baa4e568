// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.module;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.answer.ModuleImage.Identity;
import dev.tiptoe.resolver.answer.ModuleImage.Opened;
import dev.tiptoe.resolver.answer.ModuleImage.Unavailable;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.AssemblyID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.resolver.map.storage.StoredMap;
import dev.tiptoe.resolver.reference.LoadedModules;
import dev.tiptoe.testdata.image.ImageBuilder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModuleImagesTest {

  private static final UUID MVID = new UUID(1, 2);

  @TempDir private Path folder = Path.of("");

  private final ModuleImages images = new ModuleImages();

  private LoadedModule module(Optional<UUID> mvid) throws IOException {
    Path file = folder.resolve("Lib.dll");
    Files.write(file, ImageBuilder.assembly("Lib", "1.0.0.0").mvid(MVID).build().bytes());
    return new LoadedModule(file.toString(), mvid, new AssemblyID(0), 0, 0);
  }

  @Test
  void file_withTheMvidThatWasLoaded_isThatModule() throws IOException {
    Opened opened = assertInstanceOf(Opened.class, images.of(module(Optional.of(MVID))));
    assertEquals(Identity.MVID, opened.identity());
  }

  @Test
  void file_withAnotherMvid_isRefused() throws IOException {
    LoadedModule module = module(Optional.of(new UUID(3, 4)));
    assertInstanceOf(Unavailable.class, images.of(module));
  }

  @Test
  void file_whoseMvidWasNotReported_isTakenForItsPathAlone() throws IOException {
    Opened opened = assertInstanceOf(Opened.class, images.of(module(Optional.empty())));
    assertEquals(Identity.PATH_ALONE, opened.identity());
  }

  @Test
  void file_loadedTwice_isOpenedOnceAndIsTwoModules() throws IOException {
    RuntimeIdMap map = new StoredMap();
    LoadedModule module = module(Optional.of(MVID));
    map.moduleLoaded(1, new ModuleID(0x10), module);
    map.moduleLoaded(1, new ModuleID(0x20), module);
    LoadedModules loaded = images.loadedIn(map.now());
    assertEquals(2, loaded.all().size());
    assertSame(loaded.all().get(0).image(), loaded.all().get(1).image());
  }

  @Test
  void module_thatIsNotLoaded_isNotOpenedThoughItsFileLiesThere() throws IOException {
    module(Optional.empty());
    assertEquals(0, images.loadedIn(new StoredMap().now()).all().size());
  }

  private String refused(String path) {
    LoadedModule module = new LoadedModule(path, Optional.empty(), new AssemblyID(0), 0, 0);
    return assertInstanceOf(Unavailable.class, images.of(module)).detail();
  }

  /** A relative path in a recording does not lead to a file in the reader's folder. */
  @Test
  void file_atARelativePath_isNotOpenedThoughItIsThere() throws IOException {
    Path file = Path.of(module(Optional.of(MVID)).path());
    String relative = Path.of("").toAbsolutePath().relativize(file).toString();
    assertTrue(Files.isRegularFile(Path.of(relative)));
    assertEquals(relative + " is relative to a folder that is not known", refused(relative));
    Path here = Files.createTempFile(Path.of("").toAbsolutePath(), "Here", ".dll");
    try {
      Files.copy(file, here, StandardCopyOption.REPLACE_EXISTING);
      String name = String.valueOf(here.getFileName());
      assertEquals(name + " is relative to a folder that is not known", refused(name));
    } finally {
      Files.delete(here);
    }
  }

  /** To open a FIFO is to wait, to read a device may be to read for ever. */
  @Test
  void path_thatIsNoRegularFile_isNotOpened() throws Exception {
    Path fifo = folder.resolve("Lib.dll");
    assertEquals(0, new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor());
    for (String path : List.of(fifo.toString(), folder.toString(), "/dev/zero", "/dev/stdin")) {
      assertEquals(path + " is no file", refused(path));
    }
    Path link = Files.createSymbolicLink(folder.resolve("Link.dll"), fifo);
    assertEquals(link + " is no file", refused(link.toString()));
    assertTrue(refused("/proc/self/maps").contains("empty file"));
  }

  /** Windows would ask the server, and sign in. */
  @Test
  void path_onAnotherMachine_isNotOpened() throws IOException {
    String path = module(Optional.empty()).path();
    for (String far : List.of("/" + path, "\\\\server\\share\\Lib.dll")) {
      assertEquals(far + " is no file", refused(far));
    }
  }

  @Test
  void file_ofTwoSparseGigabytes_isRefusedWithoutReadingIt() throws IOException {
    Path file = folder.resolve("Sparse.dll");
    try (RandomAccessFile sparse = new RandomAccessFile(file.toFile(), "rw")) {
      sparse.setLength(Integer.MAX_VALUE);
      long before = resident();
      assertTrue(refused(file.toString()).contains("not a .NET file"));
      sparse.write(new byte[] {0x7f, 'E', 'L', 'F'});
      Files.move(file, folder.resolve("Elf.dll"));
      assertTrue(refused(folder.resolve("Elf.dll").toString()).contains("an ELF file"));
      assertTrue(resident() - before < 256 << 10, "KiB");
    }
  }

  /** Returns this process's resident memory, mapped files included, in KiB. */
  private static long resident() throws IOException {
    return Files.readAllLines(Path.of("/proc/self/status")).stream()
        .filter(line -> line.startsWith("VmRSS:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
        .findFirst()
        .orElseThrow();
  }
}
