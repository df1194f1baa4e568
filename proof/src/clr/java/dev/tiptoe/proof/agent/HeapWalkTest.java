// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.resolver.Moment;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.trace.HeapWalk;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceEnding;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Walks over the heap of a real CLR, of which the contents are known. */
class HeapWalkTest {

  private static final int OBJECTS = 100_000;

  @TempDir private Path folder = Path.of("");

  /** With collections that the program forces itself, and others that run beside it. */
  @ParameterizedTest
  @CsvSource({
    "busy, 0",
    "busy, 1",
    "collecting, 0",
    "collecting, 1",
    "concurrent, 0",
    "concurrent, 1"
  })
  void walk_whateverTheProgramCollects_isWholeAndLoadsNothing(String mode, String server)
      throws Exception {
    RecordedSession recorded = record(mode, Map.of("DOTNET_gcServer", server));
    HeapWalk walk = recorded.statistics().heapWalk().orElseThrow();
    assertTrue(walk.isWhole(), walk::toString);
    assertEquals(0, walk.leftOutBytes());
    assertEquals(List.of(HeapWalk.Generation.values()).size(), walk.generations().size());
    assertTrue(walk.objects() >= OBJECTS, walk::toString);
    assertTrue(walk.bytes() >= 24L * OBJECTS, walk::toString);
    assertTrue(wasMet("Tiptoe.Heap.Parcel", recorded));
    assertFalse(wasMet("Tiptoe.Heap.Gone", recorded));
    assertTrue(wasMet("System.RuntimeType", recorded)); // on the frozen heap only
  }

  @Test
  void walk_withoutTime_saysWhatItLeftOut() throws Exception {
    HeapWalk walk =
        record("busy", Map.of("TIPTOE_HEAP_BUDGET", "0")).statistics().heapWalk().orElseThrow();
    assertTrue(walk.shortfalls().contains(HeapWalk.Shortfall.OUT_OF_TIME), walk::toString);
    assertTrue(walk.leftOutBytes() >= 24L * OBJECTS, walk::toString);
  }

  private RecordedSession record(String mode, Map<String, String> settings)
      throws IOException, InterruptedException {
    Installation installation = Installation.current();
    Path trace = folder.resolve("heap.tiptoe");
    List<String> arguments = List.of(String.valueOf(OBJECTS), "1.5", mode);
    ProcessBuilder builder =
        new ProcessBuilder(
                DotnetRuntime.fetched(installation)
                    .orElseThrow()
                    .command(TestAssembly.HEAP.path(), arguments))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    Map<String, String> environment = builder.environment();
    environment.putAll(
        Recording.environment(
            TestAgent.HEAP_WALKING.in(installation), trace, Duration.ofMillis(1)));
    environment.putAll(settings);
    Process process = builder.start();
    try {
      assertTrue(process.waitFor(2, TimeUnit.MINUTES));
    } finally {
      process.destroyForcibly();
    }
    assertEquals(26, process.exitValue());
    RecordedSession recorded = RecordedSession.read(trace);
    TraceEnding ending = recorded.statistics().ending().orElseThrow();
    assertEquals(0, ending.agentErrors());
    assertEquals(0, ending.loadsOnOurThreads());
    assertEquals(List.of(), recorded.session().map().conflicts());
    return recorded;
  }

  private static boolean wasMet(String name, RecordedSession recorded) {
    Moment end = recorded.session().now();
    return recorded
        .session()
        .map()
        .now()
        .classes()
        .filter(type -> end.nameOf(type.id()).equals(name))
        .findFirst()
        .orElseThrow()
        .evidence()
        .stream()
        .anyMatch(evidence -> evidence.isObservedAs(EvidenceKind.ON_HEAP));
  }
}
