// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.Profile;
import dev.tiptoe.profile.RecordedProfile;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.trace.EngineState;
import dev.tiptoe.trace.RecordType;
import dev.tiptoe.trace.RecordedSession;
import dev.tiptoe.trace.TraceEnding;
import dev.tiptoe.trace.TraceStatistics;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Dynamic methods and expression trees that were compiled before the agent came to the program
 * Emitted, of which each thread runs methods with the thread's name only.
 */
class DynamicMethodsTest extends PerfEventsFixture {

  private static final String UNKNOWN = "<unknown code>";
  private static final int STATUS = 30;
  private static final int TREES = 20;
  private static final List<String> THREADS = List.of("lasting", "passing", "coming");
  private static final long MORE_SAMPLES = 60;

  /**
   * The innermost frame that is of a method, or of nobody knows what: neither kernel nor library.
   */
  private static Frame leaf(List<Frame> frames) {
    int last = frames.size() - 1;
    while (last > 0
        && frames.get(last).isUnmanaged()
        && !frames.get(last).method().equals(UNKNOWN)) {
      last--;
    }
    return frames.get(last);
  }

  /** How often a thread was met in each leaf. */
  private static Map<String, Long> leaves(Profile profile, String thread) {
    Map<String, Long> leaves = new TreeMap<>();
    for (int row = 0; row < profile.rows(); row++) {
      if (profile.threads().get(profile.thread(row)).name().equals(thread)) {
        leaves.merge(leaf(profile.framesOf(row)).method(), profile.count(row), Long::sum);
      }
    }
    return leaves;
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Whether a leaf is a method that runs on a thread of that name. */
  private static boolean isOf(String thread, String leaf) {
    return leaf.contains("!" + thread + " ");
  }

  /** How many samples of a thread in its own methods are below a caller. */
  private static long rooted(Profile profile, String thread, String caller) {
    long count = 0;
    for (int row = 0; row < profile.rows(); row++) {
      List<Frame> frames = profile.framesOf(row);
      boolean isCalled = frames.stream().anyMatch(frame -> frame.method().contains(caller));
      count += isCalled && isOf(thread, leaf(frames).method()) ? profile.count(row) : 0;
    }
    return count;
  }

  private TraceStatistics recordAttached(Path trace, SamplingEngine engine) throws Exception {
    Process program =
        builder(TestAssembly.EMITTED, "").redirectOutput(ProcessBuilder.Redirect.PIPE).start();
    try (BufferedReader lines = program.inputReader(StandardCharsets.UTF_8)) {
      assertEquals("made", lines.readLine());
      try (Attachment attachment = attach(program, trace, engine)) {
        if (engine == SamplingEngine.PERF) {
          await(program, () -> isRefused(read(trace)) || found(trace) > TREES);
        }
        long before = samples(program);
        await(program, () -> samples(program) >= 2 * before + MORE_SAMPLES);
        attachment.detach();
      }
      program.getOutputStream().close();
      assertTrue(program.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "it does not end");
      assertEquals(STATUS, program.exitValue());
    } finally {
      program.destroyForcibly();
    }
    TraceStatistics statistics = read(trace);
    TraceEnding ending = statistics.ending().orElseThrow();
    assertEquals(0, ending.loadsOnOurThreads());
    assertEquals(0, ending.identityLost());
    return statistics;
  }

  private static long samples(Process program) throws IOException {
    AgentStatus status = ControlClient.of(program.pid()).status();
    return status.of(Quantity.PERF_SAMPLES).orElse(0) + status.of(Quantity.STACKS).orElse(0);
  }

  private static TraceStatistics read(Path trace) throws IOException {
    return read(trace, new Addresses());
  }

  private static long found(Path trace) throws IOException {
    return read(trace).count(RecordType.DYNAMIC_METHOD_SEEN);
  }

  private static boolean isRefused(TraceStatistics statistics) {
    return statistics.engines().stream()
        .anyMatch(engine -> engine.condition() == EngineState.Condition.REFUSED);
  }

  private static Profile profile(Path trace) throws IOException {
    return RecordedProfile.read(RecordedSession.read(trace), Set.of(), (bytes, total) -> {});
  }

  @Test
  void methodsFromBeforeAnAttach_haveNamesAndCallersInSamplesOfProcessorTime() throws Exception {
    Path trace = folder.resolve("perf");
    TraceStatistics statistics = recordAttached(trace, SamplingEngine.PERF);
    if (isRefused(statistics)) {
      return;
    }
    Profile profile = profile(trace);
    Map<String, Long> lasting = leaves(profile, "lasting");
    List<String> named = lasting.keySet().stream().filter(leaf -> isOf("lasting", leaf)).toList();
    assertEquals(TREES + 1, named.size(), lasting::toString);
    assertTrue(named.contains("RefEmit_InMemoryManifestModule!lasting tree 0"), named::toString);
    long all = sum(lasting);
    assertTrue(all > 50, lasting::toString);
    assertTrue(named.stream().mapToLong(lasting::get).sum() >= all * 9 / 10, lasting::toString);
    // Before a method is known the walk ends there; its name is that of all samples.
    assertTrue(rooted(profile, "lasting", "Program::Last") >= all / 3, lasting::toString);
  }

  /** Memory of methods that are collected is used again, and those that come are announced. */
  @Test
  void methodsThatPass_areNeverTakenForOthers() throws Exception {
    Path trace = folder.resolve("passing");
    if (isRefused(recordAttached(trace, SamplingEngine.PERF))) {
      return;
    }
    Profile profile = profile(trace);
    for (String thread : THREADS) {
      Map<String, Long> leaves = leaves(profile, thread);
      assertTrue(leaves.keySet().stream().anyMatch(leaf -> isOf(thread, leaf)), leaves::toString);
      for (String other : THREADS) {
        boolean none = leaves.keySet().stream().noneMatch(leaf -> isOf(other, leaf));
        assertTrue(thread.equals(other) || none, () -> thread + " in " + leaves);
      }
    }
  }

  /**
   * The runtime leaves dynamic methods out of the stacks that it walks: their time is the callers'.
   */
  @Test
  void methodsFromBeforeAnAttach_areTheirCallersInSamplesOfWallClockTime() throws Exception {
    Path trace = folder.resolve("suspend");
    recordAttached(trace, SamplingEngine.SUSPEND);
    Map<String, Long> leaves = leaves(profile(trace), "lasting");
    assertTrue(sum(leaves) > 5, leaves::toString);
    assertEquals(0, leaves.getOrDefault(UNKNOWN, 0L), leaves::toString);
    long callers =
        leaves.entrySet().stream()
            .filter(leaf -> leaf.getKey().contains("Program::Last"))
            .mapToLong(Map.Entry::getValue)
            .sum();
    assertTrue(callers >= sum(leaves) * 9 / 10, leaves::toString);
  }
}
