// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.symbols.index.SymbolIndexWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SymbolizerTest extends SymbolizedFleet {

  @Test
  void tables_joined_areWhatOneProcessMakesOfTheFiles() throws IOException {
    List<String> expected = Single.lines(profiles, indexes);
    assertTrue(expected.size() > 1000, expected.size() + " frames of samples");
    assertEquals(expected, LocalSpark.sorted(LocalSpark.session().sql(Single.JOINED)));
  }

  @Test
  void counts_areThoseOfTheTables() {
    assertEquals(5, counts.sources());
    assertEquals(0, counts.damagedSources());
    assertEquals(counts.locations() + "", LocalSpark.field("SELECT count(*) FROM locations"));
    assertEquals(
        counts.locations(),
        counts.otherLocations()
            + counts.locationsOf().values().stream().mapToLong(Long::longValue).sum());
    for (Outcome outcome : List.of(Outcome.LINE, Outcome.NO_METHOD, Outcome.NO_INDEX)) {
      assertEquals(
          counts.frames().get(outcome) + "",
          LocalSpark.field("SELECT count(*) FROM frames WHERE outcome = '" + outcome.word() + "'"));
    }
    assertEquals(counts.missingModules() + "", LocalSpark.field("SELECT count(*) FROM missing"));
    assertEquals(
        "Missing.dll|no_index|true",
        LocalSpark.field(
            "SELECT module, outcome, locations > frames FROM missing WHERE mvid = '"
                + Fleet.UNKNOWN
                + "'"));
  }

  @Test
  void frames_areNumberedInTheirOrderWithoutGaps() {
    assertEquals(
        counts.distinctFrames() + "|0|" + (counts.distinctFrames() - 1) + "|0",
        LocalSpark.field(
            """
            SELECT count(DISTINCT frame), min(frame), max(frame), sum(CASE WHEN sorted = frame + 1 THEN 0 ELSE 1 END)
            FROM (SELECT frame, row_number() OVER (ORDER BY mvid, token, il, rva) AS sorted FROM frames)
            """));
  }

  @Test
  void run_thatEnded_isNotReplaced() {
    assertThrows(FileAlreadyExistsException.class, () -> symbolize(profiles, out));
  }

  @Test
  void tablesOfOthers_areNotReplaced() throws IOException {
    Path warehouse = folder.resolve("warehouse");
    Path samples = Files.createDirectories(warehouse.resolve("samples"));
    Files.writeString(samples.resolve("part-0.parquet"), "of somebody else");
    FileAlreadyExistsException thrown =
        assertThrows(
            FileAlreadyExistsException.class, () -> symbolize(profiles, warehouse.toString()));
    assertTrue(String.valueOf(thrown.getMessage()).contains("not of this job"), thrown::toString);
    assertEquals("of somebody else", Files.readString(samples.resolve("part-0.parquet")));
    assertThrows(
        FileAlreadyExistsException.class,
        () ->
            new Indexer(LocalSpark.session())
                .index(
                    List.of(profiles.toString()),
                    folder.resolve("none").toString(),
                    warehouse.toString(),
                    false));
  }

  @Test
  void damage_isCountedAndReported_andTheRestIsDone() throws IOException {
    Path some = Files.createDirectories(folder.resolve("some"));
    Files.copy(profiles.resolve("one.otlp"), some.resolve("one.otlp"));
    Files.writeString(some.resolve("damaged.otlp"), "no profile\n");
    Files.writeString(indexes.resolve(Fleet.UNKNOWN + SymbolIndexWriter.SUFFIX), "damaged as well");
    try {
      String to = folder.resolve("damage").toString();
      SymbolizeCounts found =
          new Symbolizer(
                  LocalSpark.session(),
                  IndexPlace.stored(LocalSpark.session(), FarFileSystem.name(indexes), 1 << 20))
              .symbolize(List.of(some.toString()), to, Map.of());
      assertEquals(2, found.sources());
      assertEquals(1, found.damagedSources());
      assertTrue(found.frames().getOrDefault(Outcome.DAMAGED_INDEX, 0L) > 0, found::toString);
      assertTrue(found.frames().getOrDefault(Outcome.LINE, 0L) > 10, found::toString);
      List<String> missing =
          LocalSpark.rows(
              LocalSpark.session()
                  .read()
                  .parquet(to + "/missing")
                  .select("mvid", "outcome", "reason"));
      assertEquals(1, missing.size());
      assertTrue(
          missing.get(0).matches(Fleet.UNKNOWN + "\\|damaged_index\\|.*tsym.*offset 0x.*"),
          missing::toString);
    } finally {
      Files.delete(indexes.resolve(Fleet.UNKNOWN + SymbolIndexWriter.SUFFIX));
    }
  }

  @Test
  void frames_ofATableOfOnesOwn_areThoseOfTheFunctions() {
    FrameFunctions.register(LocalSpark.session(), IndexPlace.folder(indexes));
    LocalSpark.session()
        .sql(
            """
            SELECT DISTINCT mvid, token, il,
                   tiptoe_name(mvid, token), tiptoe_written(mvid, token),
                   tiptoe_system_name(mvid, token), tiptoe_file(mvid, token, il),
                   tiptoe_line(mvid, token, il), tiptoe_reason(mvid, token, il)
            FROM frames WHERE token IS NOT NULL
            """)
        .createOrReplaceTempView("answers");
    assertEquals(
        LocalSpark.sorted(LocalSpark.session().table("answers")),
        LocalSpark.sorted(
            new Symbolizer(LocalSpark.session(), IndexPlace.folder(indexes))
                .frames(LocalSpark.session().sql("SELECT mvid, token, il FROM frames"))
                .select(
                    "mvid",
                    "token",
                    "il",
                    "name",
                    "written",
                    "system_name",
                    "file",
                    "line",
                    "reason")));
  }
}
