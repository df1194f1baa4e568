// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.control.AgentStatus;
import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.Quantity;
import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.trace.EngineState;
import dev.tiptoe.trace.SamplerTotals;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/**
 * Programs whose running threads the kernel samples. Where it refuses to, the tests check that the
 * trace says so and that the agent suspends instead.
 */
class PerfEventsTest extends PerfEventsFixture {

  @Test
  void program_withBusyThreads_isSampledAndNeverStopped() throws Exception {
    Path trace = folder.resolve("storm.tiptoe");
    Process program = start(trace, "return");
    assertTrue(program.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "it does not end");
    assertEquals(10, program.exitValue());
    Addresses found = new Addresses();
    TraceStatistics statistics = read(trace, found);
    EngineState perf = statistics.engines().get(0);
    if (isRefused(perf, statistics)) {
      return;
    }
    assertEquals(0, statistics.sampler().map(SamplerTotals::rounds).orElse(0L));
    assertEquals(0, statistics.undecodableStacks());
    assertEquals(found.samples.size(), perf.samples());
    assertTrue(perf.samples() > 50, perf::toString);
    assertTrue(perf.whole() > perf.samples() * 8 / 10, perf::toString);
    long known = found.samples.stream().filter(sample -> found.isKnown(sample.leaf())).count();
    assertTrue(known > perf.samples() * 98 / 100, () -> known + " of " + perf);
    long managed =
        found.samples.stream()
            .filter(sample -> found.isCompiled(sample.leaf()))
            .filter(sample -> sample.stack().end() == AddressStack.End.THREAD_BASE)
            .count();
    assertTrue(managed > perf.samples() / 4, () -> managed + " of " + perf);
  }

  /** Numbers where the kernel has its data or its code, and no pair of small numbers can be. */
  private static long kernelAddressesIn(Path trace) throws IOException {
    LongBuffer numbers =
        ByteBuffer.wrap(Files.readAllBytes(trace)).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
    long found = 0;
    while (numbers.hasRemaining()) {
      long number = numbers.get();
      boolean isOfData = number >= 0xffff800000000000L && number < 0xfffffff000000000L;
      boolean isOfCode = number >= 0xffffffff80000000L && number < 0xffffffffff000000L;
      found += isOfData || isOfCode ? 1 : 0;
    }
    return found;
  }

  @Test
  void trace_withoutTheKernel_hasNoAddressOfIt() throws Exception {
    Path trace = folder.resolve("kernelless.tiptoe");
    AgentSettings settings =
        AgentSettings.tracing(trace.toString()).sampleEvery(MILLI).engine(SamplingEngine.PERF);
    Process program = start(settings.kernel(false), "return");
    assertTrue(program.waitFor(DEADLINE_SECONDS, TimeUnit.SECONDS), "it does not end");
    Addresses found = new Addresses();
    TraceStatistics statistics = read(trace, found);
    if (!isRefused(statistics.engines().get(0), statistics)) {
      assertTrue(found.samples.size() > 50, statistics::toString);
    }
    assertEquals(0, kernelAddressesIn(trace));
  }

  @Test
  void agent_attachedToABusyProgram_samplesIt_andLeavesNothing() throws Exception {
    Process program = endless();
    try {
      LinuxProcess process = LinuxProcess.of(program.pid());
      for (int cycle = 0; cycle < 3; cycle++) {
        Path trace = folder.resolve("attached" + cycle);
        try (Attachment attachment = attach(program, trace, SamplingEngine.PERF)) {
          await(program, () -> hasSampled(process));
          attachment.detach();
        }
        await(program, () -> mapped(process, "tiptoe-agent") == 0);
        assertEquals(0, mapped(process, "[perf_event]"));
        assertTrue(program.isAlive());
        Addresses found = new Addresses();
        TraceStatistics statistics = read(trace, found);
        assertFalse(statistics.engines().isEmpty());
        if (!isRefused(statistics.engines().get(0), statistics)) {
          assertTrue(found.samples.size() > 20, statistics::toString);
          assertTrue(found.samples.stream().anyMatch(sample -> found.isCompiled(sample.leaf())));
        }
      }
    } finally {
      program.destroyForcibly();
    }
  }

  /** A filter of system calls, as containers have one, refuses them. */
  @Test
  void agent_whereAFilterForbidsPerfEvents_suspends_andSaysWhy() throws Exception {
    Path library =
        Installation.current()
            .home()
            .resolve("native-bridge/target/cpp/test/libtiptoe-no-perf-events.so");
    Process program = endless(Map.of("LD_PRELOAD", library.toString()));
    try {
      LinuxProcess process = LinuxProcess.of(program.pid());
      String pid = Long.toString(process.pid());
      Path trace = folder.resolve("refused");
      try (Attachment attachment = attach(program, trace, SamplingEngine.PERF)) {
        await(program, () -> hasSampled(process));
        String status = TiptoeRun.tiptoe("status", pid).expect(0).out();
        assertTrue(status.contains("refused"), status);
        assertTrue(status.contains("filter of system calls"), status);
        String ps = TiptoeRun.tiptoe("ps").expect(0).out();
        assertTrue(ps.contains("its agent suspends: perf events are forbidden, by a filter"), ps);
        attachment.detach();
      }
      await(program, () -> mapped(process, "tiptoe-agent") == 0);
      TraceStatistics statistics = read(trace, new Addresses());
      assertTrue(isRefused(statistics.engines().get(0), statistics));
    } finally {
      program.destroyForcibly();
    }
  }

  /**
   * Returns whether the kernel refuses perf events here, after checking what the trace says then.
   */
  private static boolean isRefused(EngineState perf, TraceStatistics statistics) {
    assertEquals(AddressSample.Engine.PERF, perf.engine());
    boolean refused = perf.condition() == EngineState.Condition.REFUSED;
    if (refused) {
      assertTrue(perf.code() != 0 && !perf.reason().isEmpty(), perf::toString);
      assertTrue(statistics.sampler().orElseThrow().stacks() > 0, statistics::toString);
    }
    return refused;
  }

  private static boolean hasSampled(LinuxProcess process) throws IOException {
    AgentStatus status = ControlClient.of(process.pid()).status();
    boolean refused = status.of(Quantity.PERF_REFUSAL).orElse(0) != 0;
    Quantity samples = refused ? Quantity.STACKS : Quantity.PERF_SAMPLES;
    return status.of(samples).orElse(0) > (refused ? 0 : 50);
  }

  private static long mapped(LinuxProcess process, String what) throws IOException {
    return Files.readString(Path.of("/proc/" + process.pid() + "/maps"))
        .lines()
        .filter(line -> line.contains(what))
        .count();
  }

  private Process endless() throws IOException, InterruptedException {
    return endless(Map.of());
  }

  private Process endless(Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder = builder(TestAssembly.TORTURE, "1000000");
    builder.environment().putAll(environment);
    Process program = builder.start();
    LinuxProcess process = LinuxProcess.of(program.pid());
    await(program, () -> mapped(process, "System.Private.CoreLib") != 0);
    return program;
  }
}
