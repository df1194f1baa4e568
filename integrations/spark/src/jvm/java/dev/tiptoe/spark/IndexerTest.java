// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.image.Image;
import dev.tiptoe.metadata.pdb.PortablePdb;
import dev.tiptoe.spark.IndexCounts.State;
import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.util.SerializableConfiguration;
import org.junit.jupiter.api.Test;

class IndexerTest extends IndexedModules {

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
    for (String each : files(alone)) {
      assertArrayEquals(
          Files.readAllBytes(alone.resolve(each)), Files.readAllBytes(out.resolve(each)));
    }
    assertEquals(2, files().size());
    assertEquals(2, index(false).of(State.KEPT));
    assertEquals(2, index(true).of(State.WRITTEN));
  }

  /** Rewrites a module as some tools do: with the same MVID and another PDB. */
  @Test
  void index_ofTwoBuildsWithOneMvid_leavesNeitherOut() throws IOException {
    byte[] other = Files.readAllBytes(modules.resolve("b/Constructs.dll"));
    int at = new String(other, StandardCharsets.ISO_8859_1).indexOf("RSDS");
    other[at + 4] ^= 1;
    Path rewritten = Files.createDirectories(modules.resolve("c")).resolve("Constructs.dll");
    Files.write(rewritten, other);
    for (boolean always : List.of(false, true)) {
      IndexCounts counts = index(always);
      assertEquals(3, counts.of(State.WRITTEN), counts::toString);
      assertEquals(1, counts.of(State.DUPLICATE));
      assertEquals(2, counts.modules());
      Image image = Image.open(rewritten);
      SymbolIndexWriter.Written kept =
          new SymbolIndexWriter(out, false).write(image, PortablePdb.of(image)).orElseThrow();
      assertEquals(List.of(false, 2), List.of(kept.isNew(), kept.builds()));
    }
  }

  /** Spark would put few bytes together, and be right where they are not names of large files. */
  @Test
  void modules_areIndexedByManyTasks() {
    SparkSession adaptive = LocalSpark.compiling();
    List<Row> rows = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      String mvid = UUID.randomUUID().toString();
      rows.add(RowFactory.create("file:/" + i, mvid, mvid + "-1", false, null, null));
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
      for (Row row : List.of(scan.look(path), scan.index(List.of(path)).get(0))) {
        List<String> fields = List.of(row.mkString("|").split("\\|", -1));
        assertEquals("damaged", fields.get(fields.size() - 2), row::toString);
        assertTrue(fields.get(fields.size() - 1).contains("cannot be read"), row::toString);
      }
    }
  }
}
