// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bench.Stage;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.map.MapStatistics;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import dev.tiptoe.trace.TraceWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All sides get the same data and give the same answers; their speed is not tested. */
class SidesTest {

  private static final Population POPULATION = new Population(40_000, 1 << 12);

  @TempDir private Path folder = Path.of("");

  @Test
  void sides_atTheSameWork_giveTheSameAnswers() {
    answerAlike(POPULATION, folder);
  }

  /** Checks that all sides answer alike. */
  static void answerAlike(Population population, Path folder) {
    Side tiptoe = new TiptoeSide(population, folder, 0);
    Side jdk = new MapSide(population, folder, JdkMaps::new);
    Side agrona = new MapSide(population, folder, AgronaMaps::new);
    Side fed = new TiptoeSide(population, folder, Writing.FULL_SPEED);
    for (String word : List.of("token", "ids")) {
      String expected = answer(jdk, word);
      assertTrue(expected.startsWith(population.questions() + "\t"), expected);
      for (Side side : List.of(tiptoe, agrona, fed)) {
        assertEquals(expected, answer(side, word));
      }
    }
    assertEquals(answer(jdk, "code"), answer(tiptoe, "code"));
    assertEquals(answer(tiptoe, "token"), answer(tiptoe, "token-fed"));
  }

  @Test
  void events_areTakenInWithoutConflict() {
    RuntimeIdMap map = Session.newMap();
    PopulationEvents.feed(map, POPULATION);
    assertEquals(new MapStatistics(0, 0, 0, 0, 0, 0, 0), map.statistics());
    assertEquals(Population.MODULES, map.now().modules().count());
    assertEquals(POPULATION.types(), map.now().classes().count());
    assertEquals(POPULATION.methods(), map.now().functions().count());
  }

  @Test
  void traceFile_isAWholeTraceOfTheSameFacts() throws IOException {
    Path file = folder.resolve("recording.tiptoe");
    RuntimeIdMap expected = Session.newMap();
    PopulationEvents.feed(expected, POPULATION);
    try (TraceWriter trace = TraceWriter.create(file, 0, Instant.EPOCH)) {
      PopulationEvents.feed(trace, POPULATION);
    }
    RuntimeIdMap map = Session.newMap();
    try (TraceReader reader = TraceReader.open(file)) {
      assertEquals(PopulationEvents.count(POPULATION), reader.poll(map).records());
      TraceStatistics statistics = reader.statistics();
      assertEquals(
          0, statistics.damagedBytes() + statistics.unknownRecords() + statistics.tailBytes());
    }
    assertEquals(expected.now().functions().toList(), map.now().functions().toList());
    assertEquals(expected.now().classes().toList(), map.now().classes().toList());
  }

  /** Without the times. */
  private static String answer(Side side, String word) {
    String[] fields = Stage.timed(word, side::work).split("\t", -1);
    return fields[1] + "\t" + fields[2];
  }
}
