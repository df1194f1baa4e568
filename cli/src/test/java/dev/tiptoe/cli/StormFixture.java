// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.RecordType;
import dev.tiptoe.trace.TraceEnding;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code StormTest} share, which stand by kind. */
abstract class StormFixture {

  static final String STORM = TestAssembly.STORM.path().toString();

  static final String TEST_LIBRARIES =
      Installation.current().home().resolve("native-bridge/target/cpp/test").toString();

  @TempDir Path folder = Path.of("");

  void endsAsItWould(String weather, int status) throws IOException {
    TraceStatistics statistics = record(weather, status);
    TraceEnding ending = statistics.ending().orElseThrow();
    assertEquals(TraceEnding.Reason.RUNTIME_SHUT_DOWN, ending.reason());
    assertEquals(0, ending.agentErrors());
    assertEquals(0, ending.identityLost());
    assertEquals(0, ending.loadsOnOurThreads());
    assertEquals(1, statistics.count(RecordType.TRACE_ENDED));
  }

  TraceStatistics record(String weather, int status) throws IOException {
    return record(weather, status, Map.of("TIPTOE_DUTY", "1000000"));
  }

  TraceStatistics record(String weather, int status, Map<String, String> settings)
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

  void everyFrameIsNamed() {
    List<List<String>> stacks =
        TiptoeRun.tiptoe("stacks", trace().toString(), "--tsv").expect(0).rows();
    assertFalse(stacks.isEmpty());
    stacks.forEach(row -> assertFalse(row.get(2).contains("?"), row::toString));
  }

  TraceStatistics statistics() throws IOException {
    try (TraceReader reader = TraceReader.open(trace())) {
      reader.poll(Session.newMap());
      return reader.statistics();
    }
  }

  Path trace() {
    return folder.resolve("storm.tiptoe");
  }
}
