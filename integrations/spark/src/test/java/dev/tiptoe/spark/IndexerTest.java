// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.spark.IndexCounts.State;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import dev.tiptoe.testdata.TestAssembly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IndexerTest {

  @TempDir private Path folder;

  private Path modules;
  private Path out;
  private UUID mvid;

  /** Two copies of a module, of which the second has its PDB; a native file, and a damaged one. */
  @BeforeEach
  void copyModules() throws IOException {
    modules = folder.resolve("modules");
    out = folder.resolve("out");
    Path module = TestAssembly.CONSTRUCTS.path();
    Path pdb = module.resolveSibling("Constructs.pdb");
    mvid = Image.open(module).mvid().orElseThrow();
    for (String host : List.of("a", "b")) {
      Files.createDirectories(modules.resolve(host));
      Files.copy(module, modules.resolve(host).resolve("Constructs.dll"));
    }
    Files.copy(pdb, modules.resolve("b/Constructs.pdb"));
    Files.copy(TestAssembly.WRITTEN.path(), modules.resolve("a/Written.exe"));
    Files.writeString(modules.resolve("a/native.dll"), "no module");
    byte[] damaged = Files.readAllBytes(module);
    int root = new String(damaged, StandardCharsets.ISO_8859_1).indexOf("BSJB");
    Arrays.fill(damaged, root + Long.BYTES, root + 64, (byte) 0xa5);
    Files.write(modules.resolve("a/damaged.DLL"), damaged);
  }

  private IndexCounts index(boolean always) throws IOException {
    return new Indexer(LocalSpark.session())
        .index(
            List.of(modules.toString()),
            out.toString(),
            folder.resolve("report").toString(),
            always);
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(out)) {
      return files.map(file -> String.valueOf(file.getFileName())).sorted().toList();
    }
  }

  @Test
  void index_isThatOfOneProcess_andIsKept() throws IOException {
    IndexCounts first = index(false);
    assertEquals(
        Map.of(State.WRITTEN, 2L, State.DUPLICATE, 1L, State.NO_MODULE, 1L, State.DAMAGED, 1L),
        first.states());
    assertEquals(2, first.modules());
    assertEquals(0, first.withoutPdb());
    Path alone = Files.createDirectories(folder.resolve("alone"));
    for (Path each :
        List.of(modules.resolve("b/Constructs.dll"), modules.resolve("a/Written.exe"))) {
      Image image = Image.open(each);
      assertTrue(
          new SymbolIndexWriter(alone, true).write(image, PortablePdb.of(image)).isPresent());
    }
    try (Stream<Path> expected = Files.list(alone)) {
      for (Path each : expected.toList()) {
        assertArrayEquals(
            Files.readAllBytes(each),
            Files.readAllBytes(out.resolve(String.valueOf(each.getFileName()))));
      }
    }
    assertEquals(2, files().size());
    assertEquals(2, index(false).of(State.KEPT));
    assertEquals(2, index(true).of(State.WRITTEN));
  }

  @Test
  @Tag("witness")
  void index_ofFilesElsewhere_isTheSame() throws IOException {
    index(false);
    Path far = folder.resolve("far");
    for (State state : List.of(State.WRITTEN, State.KEPT)) {
      IndexCounts counts =
          new Indexer(LocalSpark.session())
              .index(
                  List.of(FarFileSystem.name(modules)),
                  FarFileSystem.name(far),
                  folder.resolve("report").toString(),
                  false);
      assertEquals(2, counts.of(state), counts::toString);
      assertEquals(0, counts.withoutPdb());
    }
    try (Stream<Path> files = Files.list(far)) {
      assertEquals(
          files(), files.map(file -> String.valueOf(file.getFileName())).sorted().toList());
    }
    for (String name : files()) {
      assertEquals(-1, Files.mismatch(out.resolve(name), far.resolve(name)), name);
    }
  }

  @Test
  @Tag("witness")
  void index_ofARunThatWasEnded_isCompleted() throws IOException {
    Files.createDirectories(out);
    Files.writeString(out.resolve("." + UUID.randomUUID() + ".tmp"), "half");
    Files.writeString(out.resolve(mvid + SymbolIndexWriter.SUFFIX), "damaged");
    assertEquals(2, index(false).of(State.WRITTEN));
    assertEquals(2, index(false).of(State.KEPT));
  }

  @Test
  @Tag("witness")
  void index_withPdb_isNotReplacedByOneWithout() throws IOException {
    index(false);
    byte[] before = Files.readAllBytes(out.resolve(mvid + SymbolIndexWriter.SUFFIX));
    Files.delete(modules.resolve("b/Constructs.pdb"));
    IndexCounts counts = index(false);
    assertEquals(2, counts.of(State.KEPT));
    assertEquals(1, counts.withoutPdb());
    assertArrayEquals(before, Files.readAllBytes(out.resolve(mvid + SymbolIndexWriter.SUFFIX)));
  }
}
