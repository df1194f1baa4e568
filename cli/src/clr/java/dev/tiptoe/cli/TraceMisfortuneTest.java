// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.testdata.command.Outcome;
import dev.tiptoe.trace.RecordType;
import dev.tiptoe.trace.TraceFormatException;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceState;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The misfortunes of a trace while a program writes it: the program ends as it would alone, and the
 * rest of the trace is read.
 */
class TraceMisfortuneTest {

  private static final Installation INSTALLATION = Installation.current();
  private static final String FACTS_ARE_MISSING = "facts are missing in the trace from here on";
  private static final int SOME = 5;
  private static final int STATUS = 20;

  @TempDir private Path folder = Path.of("");

  @Test
  void disk_fullForAWhile_losesFactsThatAreCountedAndSaidOnce() throws IOException {
    Path library = INSTALLATION.home().resolve("native-bridge/target/cpp/test");
    Outcome outcome =
        storm(Map.of("LD_PRELOAD", library.resolve("libtiptoe-full-disk.so").toString())).outcome();
    assertEquals(STATUS, outcome.status(), outcome::toString);
    assertEquals(2, outcome.err().split(FACTS_ARE_MISSING, -1).length, outcome::toString);
    TraceStatistics statistics = statistics();
    long lost = statistics.ending().orElseThrow().identityLost();
    assertTrue(lost > 0, statistics::toString);
    assertEquals(lost, statistics.identityLost());
    assertEquals(2, statistics.count(RecordType.COVERAGE));
    assertEquals(0, statistics.damagedBytes());
    assertTrue(statistics.stacks() > 0);
    nothingIsSaidToBeNeverAnnounced();
  }

  /** After the hole nothing can be answered as never announced. */
  private void nothingIsSaidToBeNeverAnnounced() {
    List<List<String>> rows =
        TiptoeRun.tiptoe(
                "lookup", trace().toString(), "--module", "Storm", "--token", "0x02000003", "--tsv")
            .rows();
    assertFalse(rows.isEmpty());
    rows.forEach(row -> assertFalse(row.get(0).equals("never-announced"), row::toString));
  }

  /** The signal at the limit kills a program that does not handle it. */
  @Test
  void fileSizeLimit_cutsTheTraceAndNotTheProgram() throws IOException {
    List<String> command =
        new ArrayList<>(List.of("/bin/sh", "-c", "ulimit -f 64; exec \"$@\"", "sh"));
    command.addAll(storm());
    // To map code twice the runtime needs a file larger than any limit.
    Outcome outcome = run(command, Map.of("DOTNET_EnableWriteXorExecute", "0")).outcome();
    assertEquals(STATUS, outcome.status(), outcome::toString);
    assertEquals(2, outcome.err().split(FACTS_ARE_MISSING, -1).length, outcome::toString);
    assertTrue(Files.size(trace()) <= 64 << 10);
    TraceStatistics statistics = statistics();
    assertTrue(statistics.ending().isEmpty());
    assertTrue(statistics.totalRecords() > SOME);
  }

  @Test
  void folder_whereNoFileCanBe_leavesTheProgramUnobserved() throws IOException {
    Map<String, String> environment =
        Recording.environment(INSTALLATION.agent(), Path.of("/proc/self/trace"), Duration.ZERO);
    Outcome outcome = Child.of(storm("return")).with(environment).outcome();
    assertEquals(10, outcome.status(), outcome::toString);
    assertEquals(1, outcome.err().lines().count(), outcome::toString);
    assertTrue(outcome.err().contains("/proc/self/trace"), outcome::toString);
    assertTrue(outcome.err().contains("runs unobserved"), outcome::toString);
  }

  @Test
  void trace_deleted_isNotMissedByTheProgram() throws IOException {
    try (Child.Running program = demo().start()) {
      program.await(this::hasBegun);
      Files.delete(trace());
      program.outcome().expect(0).expectSilence();
    }
    assertFalse(Files.exists(trace()));
  }

  @Test
  void trace_cutToNothing_isNoTraceAnyMore() throws IOException {
    try (Child.Running program = begun(demo());
        TraceReader follower = TraceReader.open(trace())) {
      follower.poll(new RuntimeFeed() {});
      cutTo(0);
      program.outcome().expect(0).expectSilence();
      TraceState state = follower.poll(new RuntimeFeed() {});
      assertTrue(state.records() >= 0);
    }
    assertThrows(TraceFormatException.class, this::statistics);
  }

  @Test
  void trace_cutInHalf_isReadOnBehindTheHole() throws IOException {
    try (Child.Running program = begun(demo());
        TraceReader follower = TraceReader.open(trace())) {
      follower.poll(new RuntimeFeed() {});
      cutTo(Files.size(trace()) / 2);
      program.outcome().expect(0).expectSilence();
      follower.poll(new RuntimeFeed() {});
    }
    TraceStatistics statistics = statistics();
    assertTrue(statistics.identityLost() > 0, statistics::toString);
    assertTrue(statistics.ending().isPresent(), statistics::toString);
  }

  /** The recorder has ended; the agent does not need it. */
  @Test
  void recorder_killed_leavesTheProgramAndItsTraceToThemselves() throws IOException {
    String demo = TestAssembly.DEMO.path().toString();
    Child record = Child.tiptoe("record", "--out", trace().toString(), "--", demo, "3");
    try (Child.Running recorder = begun(record)) {
      ProcessHandle program = new GrowingTrace(trace()).program();
      recorder.process().destroyForcibly();
      program.onExit().orTimeout(60, TimeUnit.SECONDS).join();
    }
    TraceStatistics statistics = statistics();
    assertTrue(statistics.ending().isPresent(), statistics::toString);
    assertEquals(0, statistics.identityLost() + statistics.damagedBytes());
  }

  private Child.Running begun(Child child) {
    Child.Running program = child.start();
    try {
      program.await(this::hasBegun);
      return program;
    } catch (AssertionError e) {
      program.close();
      throw e;
    }
  }

  private boolean hasBegun() throws IOException {
    return new GrowingTrace(trace()).hasStacks(SOME);
  }

  private void cutTo(long size) throws IOException {
    try (FileChannel file = FileChannel.open(trace(), StandardOpenOption.WRITE)) {
      file.truncate(size);
    }
  }

  private static String[] storm(String weather) {
    return DotnetRuntime.fetched(INSTALLATION)
        .orElseThrow()
        .command(TestAssembly.STORM.path(), List.of(weather))
        .toArray(new String[0]);
  }

  /** A program that collects garbage for less than a second. */
  private static List<String> storm() {
    return List.of(storm("collections"));
  }

  /** A program that is busy for some seconds. */
  private Child demo() {
    return run(
        DotnetRuntime.fetched(INSTALLATION)
            .orElseThrow()
            .command(TestAssembly.DEMO.path(), List.of("2")),
        Map.of());
  }

  private Child storm(Map<String, String> environment) {
    return run(storm(), environment);
  }

  private Child run(List<String> command, Map<String, String> more) {
    Map<String, String> environment =
        new HashMap<>(Recording.environment(INSTALLATION.agent(), trace(), Duration.ofMillis(1)));
    environment.putAll(more);
    return Child.of(command.toArray(new String[0])).with(environment);
  }

  private TraceStatistics statistics() throws IOException {
    return new GrowingTrace(trace()).statistics();
  }

  private Path trace() {
    return folder.resolve("trace.tiptoe");
  }
}
