// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.SamplerTotals;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Programs that end in odd ways and programs that do odd things, sampled every millisecond: each
 * ends as it does without the agent, and its trace is whole.
 */
@Tag("quarter-2")
class StormWitnessTest extends StormFixture {

  @Test
  void program_withThousandsOfThreads_endsAsItWouldAndItsTraceToo() throws IOException {
    endsAsItWould("many-threads", 23);
  }

  /** Before the last pause the governor kept to its share; the last one cannot be foreseen. */
  @Test
  void program_withThousandsOfThreads_isPausedForAHundredthOfTheTime() throws IOException {
    long began = System.nanoTime();
    TraceStatistics statistics = record("many-threads", 23, Map.of());
    long took = System.nanoTime() - began;
    SamplerTotals totals = statistics.sampler().orElseThrow();
    long paused = totals.stoppedNanos() + totals.suspendingNanos();
    long last = totals.longestStopNanos() + totals.longestSuspensionNanos();
    assertTrue(paused - last <= took / 100, () -> paused + " ns of " + took + ": " + totals);
    RuntimeIdMap map = Session.newMap();
    try (TraceReader reader = TraceReader.open(trace())) {
      reader.poll(map);
    }
    assertTrue(map.history().threads().count() > 2000);
  }
}
