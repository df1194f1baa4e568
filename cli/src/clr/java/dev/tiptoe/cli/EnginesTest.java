// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.cli.terminal.ExitCode;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.EngineState;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code record} samples, and what {@code stacks} shows of that. */
class EnginesTest {

  @TempDir private Path folder = Path.of("");

  private Path trace() {
    return folder.resolve("t.tiptoe");
  }

  private TraceStatistics record(String... options) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("record", "--out", trace().toString()));
    arguments.addAll(List.of(options));
    arguments.addAll(List.of("--", TestAssembly.DEMO.path().toString(), "2"));
    Child.tiptoe(arguments.toArray(String[]::new)).outcome().expect(0).expectSilence();
    try (TraceReader reader = TraceReader.open(trace())) {
      reader.poll(new RuntimeFeed() {});
      return reader.statistics();
    }
  }

  private static boolean isRefused(TraceStatistics statistics) {
    return statistics.engines().stream()
        .anyMatch(engine -> engine.condition() == EngineState.Condition.REFUSED);
  }

  private Outcome stacks(String... options) {
    List<String> arguments = new ArrayList<>(List.of("stacks", trace().toString(), "--tsv"));
    arguments.addAll(List.of(options));
    return TiptoeRun.tiptoe(arguments.toArray(String[]::new));
  }

  private static long samples(Outcome stacks) {
    return stacks.rows().stream().mapToLong(row -> Long.parseLong(row.get(1))).sum();
  }

  @Test
  void recording_byDefault_hasBothClocks_orTheReasonWhyNot() throws IOException {
    TraceStatistics statistics = record("--sample-every", "1ms");
    assertTrue(statistics.stacks(Clock.WALL) > 0, statistics::toString);
    Outcome byDefault = stacks();
    if (isRefused(statistics)) {
      assertEquals(0, statistics.stacks(Clock.PROCESSOR));
      assertTrue(byDefault.err().contains("no samples of processor time: "), byDefault.err());
      assertEquals(stacks("--wall").out(), byDefault.out());
      stacks("--cpu").expect(ExitCode.NO);
      return;
    }
    assertEquals(stacks("--cpu").expect(0).out(), byDefault.expect(0).out());
    assertTrue(byDefault.err().contains("; --wall: "), byDefault.err());
    assertEquals(statistics.stacks(Clock.PROCESSOR), samples(byDefault));
    assertEquals(statistics.stacks(Clock.WALL), samples(stacks("--wall").expect(0)));
    String runs = stacks("--cpu", "--native").expect(0).out();
    assertTrue(runs.contains("<native>;Tiptoe.Demo.Worker::Work():System.Void"), runs);
    assertTrue(byDefault.out().contains(";libcoreclr.so+0x"), byDefault.out());
  }

  @Test
  void recording_ofProcessorTime_suspendsNothing() throws IOException {
    TraceStatistics statistics = record("--sample-every", "1ms", "--cpu");
    if (!isRefused(statistics)) {
      assertEquals(0, statistics.stacks(Clock.WALL));
      assertEquals(0, statistics.sampler().map(totals -> totals.rounds()).orElse(0L));
      assertTrue(statistics.stacks(Clock.PROCESSOR) > 0, statistics::toString);
      Outcome none = stacks("--wall").expect(ExitCode.NO);
      assertTrue(none.err().contains(": no samples of wall-clock time; --cpu: "), none.err());
    }
  }

  @Test
  void symbols_inAPlaceThatIsNotThere_areAProblem() {
    String golden =
        Path.of(System.getProperty("tiptoe.home"), "trace/src/test/resources/golden.tiptoe")
            .toString();
    Outcome outcome = TiptoeRun.tiptoe("stacks", golden, "--cpu", "--symbols", "/none/at/all");
    outcome.expect(ExitCode.BAD_INPUT);
    assertTrue(outcome.err().contains("--symbols /none/at/all"), outcome.err());
    assertTrue(outcome.out().contains("libnative.so+0x1233"), outcome.out());
  }
}
