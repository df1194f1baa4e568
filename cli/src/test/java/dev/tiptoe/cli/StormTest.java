// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.RecordType;
import dev.tiptoe.trace.SamplerTotals;
import dev.tiptoe.trace.TraceEnding;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs that end in odd ways and programs that do odd things, sampled every millisecond: each
 * ends as it does without the agent, and its trace is whole.
 */
@Tag("clr")
class StormTest {

  private static final String STORM = TestAssembly.STORM.path().toString();

  private static final String TEST_LIBRARIES =
      Installation.current().home().resolve("native-bridge/target/cpp/test").toString();

  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @CsvSource({
    "return, 10",
    "return-before-threads, 11",
    "exit, 12",
    "exit-from-four, 13",
    "slow-exit, 14",
    "collections, 20",
    "deep-stack, 21",
    "short-threads, 22",
    "unloading, 24",
    "dynamic-methods, 25",
    "forks, 26"
  })
  void program_thatEndsOrderly_endsAsItWouldAndItsTraceToo(String weather, int status)
      throws IOException {
    TraceStatistics statistics = record(weather, status);
    TraceEnding ending = statistics.ending().orElseThrow();
    assertEquals(TraceEnding.Reason.RUNTIME_SHUT_DOWN, ending.reason());
    assertEquals(0, ending.agentErrors());
    assertEquals(0, ending.identityLost());
    assertEquals(0, ending.loadsOnOurThreads());
    assertEquals(1, statistics.count(RecordType.TRACE_ENDED));
  }

  @Test
  @Tag("witness")
  void program_withThousandsOfThreads_endsAsItWouldAndItsTraceToo() throws IOException {
    program_thatEndsOrderly_endsAsItWouldAndItsTraceToo("many-threads", 23);
  }

  @ParameterizedTest
  @CsvSource({"unhandled, 134", "fail-fast, 134"})
  void program_thatAborts_abortsAsItWouldAndItsTraceIsCutOff(String weather, int status)
      throws IOException {
    assertTrue(record(weather, status).ending().isEmpty());
  }

  @Test
  void map_ofAProgramThatUnloads_endsWhatWasUnloadedAndHasNoConflict() throws IOException {
    record("unloading", 24);
    RuntimeIdMap map = new RuntimeIdMap();
    try (TraceReader reader = TraceReader.open(trace())) {
      reader.poll(map);
    }
    assertEquals(List.of(), map.conflicts());
    long modules = map.history().modules().filter(each -> each.loaded().isNamed("Storm")).count();
    long living = map.now().modulesNamed("Storm").count();
    assertTrue(modules > 2, () -> modules + " were loaded");
    assertEquals(1, living);
    assertTrue(map.history().classes().anyMatch(type -> !type.interval().isOpen()));
    IdView now = map.now();
    now.classes().forEach(type -> everythingItIsMadeOfLives(type, now));
  }

  /**
   * A list over a struct of a passing context has the framework's metadata, and goes all the same.
   */
  private static void everythingItIsMadeOfLives(ClassFact type, IdView now) {
    if (type.shape() instanceof ClassShape.Defined defined) {
      assertTrue(now.meaningOf(defined.module()).valid().isPresent(), type::toString);
      for (ClassID argument : defined.typeArguments()) {
        assertTrue(now.meaningOf(argument).valid().isPresent(), type::toString);
      }
    } else if (type.shape() instanceof ClassShape.Array array) {
      assertTrue(now.meaningOf(array.element()).valid().isPresent(), type::toString);
    }
  }

  /** Before the last pause the governor kept to its share; the last one cannot be foreseen. */
  @Test
  @Tag("witness")
  void program_withThousandsOfThreads_isPausedForAHundredthOfTheTime() throws IOException {
    long began = System.nanoTime();
    TraceStatistics statistics = record("many-threads", 23, Map.of());
    long took = System.nanoTime() - began;
    SamplerTotals totals = statistics.sampler().orElseThrow();
    long paused = totals.stoppedNanos() + totals.suspendingNanos();
    long last = totals.longestStopNanos() + totals.longestSuspensionNanos();
    assertTrue(paused - last <= took / 100, () -> paused + " ns of " + took + ": " + totals);
    RuntimeIdMap map = new RuntimeIdMap();
    try (TraceReader reader = TraceReader.open(trace())) {
      reader.poll(map);
    }
    assertTrue(map.history().threads().count() > 2000);
  }

  private TraceStatistics record(String weather, int status) throws IOException {
    return record(weather, status, Map.of("TIPTOE_DUTY", "1000000"));
  }

  private TraceStatistics record(String weather, int status, Map<String, String> settings)
      throws IOException {
    Outcome outcome =
        Child.tiptoe(
                "record",
                "--out",
                trace().toString(),
                "--sample-every",
                "1ms",
                "--",
                STORM,
                weather)
            .with(Map.of("LD_LIBRARY_PATH", TEST_LIBRARIES))
            .with(settings)
            .outcome();
    assertEquals(status, outcome.status(), outcome::toString);
    TraceStatistics statistics = statistics();
    assertEquals(0, statistics.identityLost());
    assertEquals(0, statistics.samplesLost());
    assertEquals(0, statistics.damagedBytes());
    assertEquals(0, statistics.unknownRecords());
    everyFrameIsNamed();
    return statistics;
  }

  private void everyFrameIsNamed() {
    List<List<String>> stacks =
        TiptoeRun.tiptoe("stacks", trace().toString(), "--tsv").expect(0).rows();
    assertFalse(stacks.isEmpty());
    stacks.forEach(row -> assertFalse(row.get(2).contains("?"), row::toString));
  }

  private TraceStatistics statistics() throws IOException {
    try (TraceReader reader = TraceReader.open(trace())) {
      reader.poll(new RuntimeIdMap());
      return reader.statistics();
    }
  }

  private Path trace() {
    return folder.resolve("storm.tiptoe");
  }
}
