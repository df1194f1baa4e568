// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.trace.TraceStatistics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Programs whose running threads the kernel samples. Where it refuses to, the tests check that the
 * trace says so and that the agent suspends instead.
 */
@Tag("quarter-4")
class PerfEventsWitnessTest extends PerfEventsFixture {

  private static final long STORM_SECONDS = 1200;

  /** The runtime handles the exceptions on alternate stacks, of which perf events take nothing. */
  @ParameterizedTest
  @CsvSource({"null-references, 31, BOTH", "sixteen-thousand-threads, 30, PERF"})
  void program_underAStorm_endsAsItDoesAlone(String weather, int status, SamplingEngine engine)
      throws Exception {
    Path trace = folder.resolve("storm.tiptoe");
    Process program = start(trace, weather, engine);
    assertTrue(program.waitFor(STORM_SECONDS, TimeUnit.SECONDS), "it does not end");
    assertEquals(status, program.exitValue());
    assertEquals("", Files.readString(folder.resolve("err")));
    TraceStatistics statistics = read(trace, new Addresses());
    assertTrue(statistics.ending().isPresent(), statistics::toString);
    assertEquals(0, statistics.identityLost() + statistics.damagedBytes());
  }
}
