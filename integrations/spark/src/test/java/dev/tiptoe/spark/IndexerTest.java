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
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
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

  /** Spark would put few bytes together, and be right where they are not names of large files. */
  @Test
  void modules_areIndexedByManyTasks() {
    assertEquals(1, Indexer.tasks(0, 2));
    assertEquals(3, Indexer.tasks(3, 8));
    assertEquals(8, Indexer.tasks(100, 8));
    assertEquals(15_625, Indexer.tasks(1_000_000, 8));
    SparkSession adaptive = LocalSpark.compiling();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      rows.add(RowFactory.create("file:/" + i, UUID.randomUUID().toString(), false, null, null));
    }
    ModuleScan scan =
        new ModuleScan(
            out.toString(),
            false,
            new SerializableConfiguration(adaptive.sparkContext().hadoopConfiguration()));
    Dataset<Row> indexed =
        Indexer.indexed(adaptive.createDataFrame(rows, ModuleScan.FOUND), scan, 4);
    assertEquals(4, indexed.javaRDD().getNumPartitions());
  }

  /** A file may go, or lose its permissions, after it was looked at. */
  @Test
  void file_thatIsGoneOrTooLarge_isARowOfTheReport() throws IOException {
    ModuleScan scan =
        new ModuleScan(
            out.toString(),
            false,
            new SerializableConfiguration(
                LocalSpark.session().sparkContext().hadoopConfiguration()));
    Path large = modules.resolve("b/setup.exe");
    try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
      sparse.setLength(Runtime.getRuntime().maxMemory() / 4 + 1);
    }
    for (String path :
        List.of(
            "file:" + folder + "/gone.dll",
            FarFileSystem.name(folder) + "/gone.dll",
            FarFileSystem.name(large))) {
      for (Row row : List.of(scan.look(path), scan.index(path))) {
        List<String> fields = List.of(row.mkString("|").split("\\|", -1));
        assertEquals("damaged", fields.get(fields.size() - 2), row::toString);
        assertTrue(fields.get(fields.size() - 1).contains("cannot be read"), row::toString);
      }
    }
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
