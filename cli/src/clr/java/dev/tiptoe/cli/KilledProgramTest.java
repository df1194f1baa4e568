// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.trace.RecordType;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code kill -9} while the program is recorded: what was committed until then is all there. */
class KilledProgramTest {

  private static final int KILLED = 128 + 9;
  private static final int SOME = 50;

  @TempDir private Path folder = Path.of("");

  @Test
  void trace_cutByAKill_opensAndHoldsAllThatWasCommitted() throws IOException {
    Path file = folder.resolve("killed.tiptoe");
    GrowingTrace trace = new GrowingTrace(file);
    Child.Running recorder =
        Child.tiptoe(
                "record", "--out", file.toString(), "--", TestAssembly.DEMO.path().toString(), "0")
            .start();
    recorder.await(() -> trace.hasStacks(SOME));
    try (TraceReader follower = TraceReader.open(file)) {
      follower.poll(new RuntimeFeed() {});
      TraceStatistics before = follower.statistics();
      assertTrue(trace.program().destroyForcibly());
      recorder.outcome().expect(KILLED);

      TraceStatistics statistics = trace.statistics();
      assertTrue(statistics.ending().isEmpty());
      assertEquals(0, statistics.identityLost());
      assertEquals(0, statistics.samplesLost());
      assertEquals(0, statistics.damagedBytes());
      for (RecordType type : RecordType.values()) {
        assertTrue(statistics.count(type) >= before.count(type), type::name);
      }
      follower.poll(new RuntimeFeed() {});
      assertEquals(statistics, follower.statistics());
    }
    everyStackIsNamed(file);
    everyCommandSaysThatItWasCutOff(file);
  }

  private static void everyStackIsNamed(Path file) {
    List<List<String>> stacks =
        TiptoeRun.tiptoe("stacks", file.toString(), "--wall", "--tsv").expect(0).rows();
    assertTrue(stacks.stream().mapToLong(row -> Long.parseLong(row.get(1))).sum() >= SOME);
    stacks.forEach(row -> assertFalse(row.get(2).contains("?"), row::toString));
  }

  private static void everyCommandSaysThatItWasCutOff(Path file) {
    String path = file.toString();
    List<String[]> commands =
        List.of(
            new String[] {"stacks", path, "--wall"},
            new String[] {"ids", path},
            new String[] {"lookup", path, "--module", "Demo", "--token", "0x02000002"});
    String note = ": the trace was cut off, or is still being written; what is there is used\n";
    for (String[] command : commands) {
      assertEquals("tiptoe: " + file + note, TiptoeRun.tiptoe(command).err());
    }
  }
}
