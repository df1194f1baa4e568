// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProfileSourceTest {

  @TempDir private static Path folder = Path.of("");
  private static String profiles = "";

  @BeforeAll
  static void write() throws IOException {
    new Fleet(1).write(folder.resolve("profiles"), 5, 20);
    profiles = folder.resolve("profiles").toString();
  }

  private static List<String> query(String table, String select) {
    LocalSpark.view(table, profiles);
    return LocalSpark.rows(select);
  }

  @Test
  void sources_areTheFilesWithTheirFormats() {
    assertEquals(
        List.of(
            "cpu.pb.gz|pprof|2023-11-14 22:13:20.0|samples|count|null",
            "golden.tiptoe|trace|2023-11-14 22:13:20.123456|samples|count|null",
            "many.otlp|otlp|2023-11-14 22:13:20.0|samples|count|null",
            "one.otlp|otlp|2023-11-14 22:13:20.0|samples|count|null",
            "stacks.txt|collapsed|null|samples|count|null"),
        query(
            "sources",
            "SELECT regexp_extract(path, '[^/]*$', 0), format, began, type, unit, problem"
                + " FROM sources ORDER BY 1"));
  }

  @Test
  void columns_areThoseOfTheGuide() {
    assertEquals(
        List.of(
            List.of(
                "source bigint",
                "path string",
                "offset bigint",
                "length bigint",
                "format string",
                "began timestamp",
                "type string",
                "unit string",
                "weight bigint",
                "nanos bigint",
                "problem string"),
            List.of(
                "source bigint",
                "elapsed bigint",
                "time timestamp",
                "thread string",
                "stack int",
                "weight bigint",
                "nanos bigint"),
            List.of("source bigint", "stack int", "locations array<int>"),
            List.of(
                "source bigint",
                "location int",
                "mapping int",
                "token int",
                "il int",
                "rva bigint",
                "method string",
                "full_name string",
                "kind string",
                "file string",
                "line int"),
            List.of("source bigint", "mapping int", "module string", "path string", "mvid string")),
        List.of("sources", "samples", "stacks", "locations", "mappings").stream()
            .map(table -> LocalSpark.columns(LocalSpark.table(table, profiles)))
            .toList());
  }

  @Test
  void samples_ofStacks_haveTheirWeights() {
    assertEquals(
        List.of("main|5", "worker|7"),
        LocalSpark.sorted(
            LocalSpark.table("samples", profiles + "/stacks.txt").select("thread", "weight")));
  }

  @Test
  void times_areReadNowhereElse() {
    Dataset<Row> samples = LocalSpark.table("samples", profiles + "/*.otlp");
    samples.createOrReplaceTempView("samples");
    List<String> conditions =
        List.of(
            "elapsed >= 3000000 AND elapsed < 9000000",
            "elapsed = 5000000",
            "elapsed > 9223372036854775806",
            "time BETWEEN '2023-11-14 22:13:20.004' AND '2023-11-14 22:13:20.007'",
            "time > '2023-11-14 22:13:20.015'",
            "time IS NOT NULL AND elapsed <= 1000000");
    // Here they are not conditions of the query, so all rows are read.
    String expected =
        LocalSpark.field(
            conditions.stream()
                .map("count_if(%1$s), sum(weight) FILTER (WHERE %1$s)"::formatted)
                .collect(Collectors.joining(", ", "SELECT ", " FROM samples")));
    StringBuilder found = new StringBuilder();
    for (String condition : conditions) {
      Dataset<Row> filtered =
          LocalSpark.session().sql("SELECT count(*), sum(weight) FROM samples WHERE " + condition);
      found.append(found.isEmpty() ? "" : "|").append(LocalSpark.rows(filtered).get(0));
      String plan = filtered.queryExecution().executedPlan().toString();
      assertFalse(plan.contains("Filter "), plan);
    }
    assertEquals(expected, found.toString());
    assertEquals(
        "6|",
        LocalSpark.field(
                "SELECT count(DISTINCT elapsed) FROM samples WHERE elapsed >= 3000000 AND elapsed < 9000000")
            + "|");
  }

  @Test
  void columns_thatAQueryDoesNotRead_areNotMade() {
    String plan =
        LocalSpark.table("locations", profiles)
            .select("token")
            .queryExecution()
            .executedPlan()
            .toString();
    assertTrue(plan.contains("token"), plan);
    assertFalse(plan.contains("full_name"), plan);
  }

  @Test
  void profiles_ofAnotherFileSystem_areTheSame() {
    for (String table : List.of("samples", "stacks", "locations", "mappings")) {
      assertEquals(
          LocalSpark.sorted(LocalSpark.table(table, profiles).drop("source")),
          LocalSpark.sorted(
              LocalSpark.table(table, FarFileSystem.name(Path.of(profiles))).drop("source")),
          table);
    }
  }

  @Test
  void oneSource_isReadAlone() {
    LocalSpark.view("sources", profiles);
    String one = LocalSpark.field("SELECT source FROM sources WHERE path LIKE '%one.otlp'");
    LocalSpark.view("samples", profiles);
    assertEquals(
        one + "|20",
        LocalSpark.field(
            "SELECT source, count(DISTINCT elapsed) FROM samples WHERE source = "
                + one
                + " GROUP BY 1"));
    assertEquals(
        1,
        LocalSpark.session()
            .sql("SELECT * FROM samples WHERE source IN (" + one + ", 17)")
            .javaRDD()
            .getNumPartitions());
  }

  @Test
  void messages_thatAreReadApart_areThoseOfTheFile() {
    Dataset<Row> whole = LocalSpark.table("samples", profiles + "/many.otlp");
    Dataset<Row> apart =
        LocalSpark.session()
            .read()
            .format("tiptoe")
            .option("splitBytes", 1000)
            .load(profiles + "/many.otlp");
    assertEquals(1, whole.javaRDD().getNumPartitions());
    assertEquals(5, apart.javaRDD().getNumPartitions());
    String[] columns = {"elapsed", "time", "thread", "weight"};
    // One profile adds up what messages have at the same time on the same stack.
    assertEquals(
        LocalSpark.sorted(whole.groupBy("elapsed", "thread").sum("weight")),
        LocalSpark.sorted(apart.groupBy("elapsed", "thread").sum("weight")));
    assertEquals(100, apart.select("elapsed", columns).count());
    assertEquals(5, apart.select("source").distinct().count());
  }

  @Test
  void numbersOfSources_followTheFile() throws IOException {
    Path file = folder.resolve("changes.txt");
    Files.writeString(file, "main;A 1\n");
    Dataset<Row> samples = LocalSpark.table("samples", file.toString()).select("source", "weight");
    List<String> first = LocalSpark.rows(samples);
    assertEquals(
        first,
        LocalSpark.rows(LocalSpark.table("samples", file.toString()).select("source", "weight")));
    Files.writeString(file, "main;A 12\n");
    List<String> second =
        LocalSpark.rows(LocalSpark.table("samples", file.toString()).select("source", "weight"));
    assertTrue(second.get(0).endsWith("|12"), second::toString);
    assertFalse(second.get(0).startsWith(first.get(0).substring(0, 10)), second::toString);
  }

  @Test
  void damagedFiles_failOrAreReported() throws IOException {
    Path damaged = Files.createDirectories(folder.resolve("damaged"));
    Files.writeString(damaged.resolve("good.txt"), "main;A 1\n");
    Files.write(damaged.resolve("empty.otlp"), new byte[0]);
    Files.writeString(damaged.resolve("text.otlp"), "no profile\n");
    byte[] many = Files.readAllBytes(Path.of(profiles, "many.otlp"));
    Files.write(damaged.resolve("cut.otlp"), java.util.Arrays.copyOf(many, many.length - 7));
    byte[] zipped = Files.readAllBytes(Path.of(profiles, "cpu.pb.gz"));
    zipped[zipped.length / 2] ^= 0x55;
    Files.write(damaged.resolve("zip.pb.gz"), zipped);
    Files.writeString(damaged.resolve("cut.nettrace"), "Nettrace\u0014\0\0\0!FastSerial");
    Exception thrown =
        assertThrows(
            Exception.class, () -> LocalSpark.table("samples", damaged + "/cut.otlp").count());
    assertTrue(
        String.valueOf(thrown.getMessage()).contains("cut.otlp: at offset 0x"), thrown::toString);
    Dataset<Row> sources =
        LocalSpark.session()
            .read()
            .format("tiptoe")
            .option("table", "sources")
            .option("damaged", "skip")
            .load(damaged.toString());
    for (String row : LocalSpark.rows(sources.select("path", "problem", "weight"))) {
      String[] fields = row.split("\\|", -1);
      boolean isGood = fields[0].endsWith("good.txt");
      assertEquals(isGood, fields[1].equals("null"), row);
      assertEquals(isGood ? "1" : "0", fields[2], row);
      assertTrue(isGood || fields[1].startsWith(fields[0]), row);
    }
    assertEquals(6, sources.count());
  }

  /** As in a folder that other machines write to while a job runs. */
  @Test
  void files_ofAListing_areThoseOfItsFirstQuery() throws IOException {
    Path growing = Files.createDirectories(folder.resolve("growing"));
    Files.writeString(growing.resolve("a.txt"), "main;A 1\n");
    Path gone = Files.writeString(growing.resolve("b.txt"), "main;B 2\n");
    String listing = folder.resolve("_files").toString();
    assertEquals(List.of("null|1", "null|2"), listed("sources", growing, listing));
    Files.writeString(growing.resolve("c.txt"), "main;C 4\n");
    Files.delete(gone);
    List<String> later = listed("sources", growing, listing);
    assertEquals("null|1", later.get(1));
    assertTrue(later.get(0).matches(".*b\\.txt: cannot be read: .*\\|0"), later::toString);
    assertEquals(2, later.size());
    assertEquals(
        List.of("null|1", "null|4"), listed("sources", growing, folder.resolve("_2").toString()));
  }

  private static List<String> listed(String table, Path from, String listing) {
    return LocalSpark.sorted(
        LocalSpark.session()
            .read()
            .format("tiptoe")
            .option("table", table)
            .option("damaged", "skip")
            .option("listing", listing)
            .load(from.toString())
            .select("problem", "weight"));
  }

  @Test
  void options_thatAreWrong_areReported() {
    for (String[] wrong :
        new String[][] {
          {"table", "stcks", "tiptoe has no table stcks"},
          {"damaged", "maybe", "damaged is fail or skip, not maybe"},
          {"splitBytes", "0", "splitBytes is more than 0, not 0"},
          {"sample_type", "cpu", "unknown options of tiptoe: sample_type"}
        }) {
      Exception thrown =
          assertThrows(
              Exception.class,
              () ->
                  LocalSpark.session()
                      .read()
                      .format("tiptoe")
                      .option(wrong[0], wrong[1])
                      .load(profiles));
      assertTrue(String.valueOf(thrown.getMessage()).contains(wrong[2]), thrown::toString);
    }
    Exception thrown =
        assertThrows(
            Exception.class, () -> LocalSpark.table("samples", profiles + "/none").count());
    assertTrue(
        String.valueOf(thrown.getMessage()).contains("none: there is no such file"),
        thrown::toString);
  }
}
