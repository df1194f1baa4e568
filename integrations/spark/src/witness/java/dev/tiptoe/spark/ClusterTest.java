// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Clusters of real processes, to which our jars are shipped, make the same tables as one process.
 */
@Tag("quarter-4")
class ClusterTest {

  private static final List<String> TABLES =
      List.of(
          "sources", "samples", "stacks", "locations", "mappings", "frames", "missing", "counts");

  private static final Pattern MASTER = Pattern.compile("spark://127\\.0\\.0\\.1:\\d+");

  /** So that there are many tasks. */
  private static final String SPLIT_BYTES = "20000";

  @TempDir private static Path folder = Path.of("");
  private static Path profiles = Path.of("");
  private static Path indexes = Path.of("");
  private static Path expected = Path.of("");
  private static SymbolizeCounts counts = new SymbolizeCounts(0, 0, 0, 0, Map.of(), Map.of(), 0);

  /** The profiles of a fleet, two damaged ones, and a damaged index. */
  @BeforeAll
  static void prepare() throws IOException {
    profiles = folder.resolve("profiles");
    indexes = folder.resolve("indexes");
    Fleet fleet = new Fleet(5);
    fleet.write(profiles, 40, 200);
    fleet.index(indexes);
    Files.writeString(indexes.resolve(Fleet.UNKNOWN + SymbolIndexWriter.SUFFIX), "damaged");
    int frames = Single.lines(profiles, indexes).size();
    assertTrue(frames > 20_000, frames + " frames of samples");
    Files.writeString(profiles.resolve("damaged.otlp"), "no profile\n");
    Files.write(profiles.resolve("empty.otlp"), new byte[0]);
    expected = folder.resolve("expected");
    counts =
        new Symbolizer(LocalSpark.session(), IndexPlace.folder(indexes))
            .symbolize(
                List.of(profiles.toString()),
                expected.toString(),
                Map.of("splitBytes", SPLIT_BYTES));
    assertEquals(2, counts.damagedSources());
  }

  private static List<String> rows(Path tables, String table) {
    return LocalSpark.sorted(LocalSpark.session().read().parquet(tables.resolve(table).toString()));
  }

  private static void assertSame(Path found) {
    for (String table : TABLES) {
      List<String> rows = rows(expected, table);
      assertFalse(rows.isEmpty(), table);
      // Where an index lies is part of the reason why it cannot be used.
      assertEquals(without(rows), without(rows(found, table)), table);
    }
  }

  private static List<String> without(List<String> rows) {
    return rows.stream().map(row -> row.replaceAll("[^|]*(?=/[-0-9a-f]{36}\\.tsym)", "")).toList();
  }

  @Test
  void localCluster_ofWhichAnExecutorDies_makesTheTablesOfOneProcess() throws Exception {
    SparkHome spark = SparkHome.make(folder.resolve("spark-1"));
    Path archive = SparkHome.archive(indexes, folder.resolve("indexes.zip"));
    Path out = folder.resolve("cluster");
    Path died = folder.resolve("died");
    String said =
        spark.submit(
            "local-cluster[2,1,1024]",
            folder.resolve("cluster.log"),
            "--archives",
            archive + "#travelling",
            "--conf",
            "spark.plugins=" + DyingExecutor.class.getName(),
            "--conf",
            DyingExecutor.FILE + "=" + died,
            "symbolize",
            "--option",
            "splitBytes=" + SPLIT_BYTES,
            "--index",
            "added:travelling",
            "--out",
            out.toString(),
            profiles.toString());
    assertTrue(Files.exists(died), "no executor died");
    assertTrue(said.contains("Lost executor"), "none was lost");
    assertTrue(said.contains(counts.sources() + " sources, 2 of them damaged"), said);
    assertSame(out);
  }

  @Test
  void standaloneMaster_withTwoWorkers_makesTheTablesOfOneProcess() throws Exception {
    SparkHome spark = SparkHome.make(folder.resolve("spark-3"));
    Path masterLog = folder.resolve("master.log");
    List<String> loopback = List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0");
    Process master =
        spark.start(
            masterLog,
            List.of("-Dspark.master.rest.enabled=false"),
            "org.apache.spark.deploy.master.Master",
            loopback);
    Process one = master;
    Process two = master;
    try {
      Matcher address =
          MASTER.matcher(SparkHome.line(master, masterLog, "Starting Spark master at"));
      assertTrue(address.find());
      one = worker(spark, 1, address.group());
      two = worker(spark, 2, address.group());
      SparkHome.line(one, folder.resolve("worker-1.log"), "Successfully registered");
      SparkHome.line(two, folder.resolve("worker-2.log"), "Successfully registered");
      Path out = folder.resolve("standalone");
      spark.submit(
          address.group(),
          folder.resolve("standalone.log"),
          "symbolize",
          "--option",
          "splitBytes=" + SPLIT_BYTES,
          "--index",
          indexes.toString(),
          "--out",
          out.toString(),
          profiles.toString());
      assertSame(out);
      Path index = folder.resolve("new-indexes");
      Path modules = Files.createDirectories(folder.resolve("modules"));
      new Fleet(5).module(modules);
      spark.submit(
          address.group(),
          folder.resolve("index.log"),
          "index",
          "--out",
          index.toString(),
          "--report",
          folder.resolve("report").toString(),
          modules.toString());
      String name = new Fleet(5).mvid() + SymbolIndexWriter.SUFFIX;
      assertEquals(-1, Files.mismatch(index.resolve(name), indexes.resolve(name)));
    } finally {
      SparkHome.stop(one);
      SparkHome.stop(two);
      SparkHome.stop(master);
    }
  }

  private static Process worker(SparkHome spark, int number, String master) throws IOException {
    return spark.start(
        folder.resolve("worker-" + number + ".log"),
        List.of(),
        "org.apache.spark.deploy.worker.Worker",
        List.of(
            "--host",
            "127.0.0.1",
            "--webui-port",
            "0",
            "-c",
            "1",
            "-m",
            "1g",
            "-d",
            folder.resolve("work-" + number).toString(),
            master));
  }
}
