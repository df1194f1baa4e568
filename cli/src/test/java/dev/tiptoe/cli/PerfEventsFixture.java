// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.bridge.attach.Attach;
import dev.tiptoe.bridge.attach.AttachOutcome;
import dev.tiptoe.bridge.attach.AttachOutcome.Attached;
import dev.tiptoe.bridge.attach.AttachOutcome.Refused;
import dev.tiptoe.bridge.attach.AttachRequest;
import dev.tiptoe.bridge.attach.Attachment;
import dev.tiptoe.bridge.attach.RefusalReason;
import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.bridge.process.LinuxProcess;
import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.MappedImage;
import dev.tiptoe.resolver.feed.NativeCode;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.testdata.TestAssembly;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code PerfEventsTest} share, which stand by kind. */
abstract class PerfEventsFixture {

  static final Duration MILLI = Duration.ofMillis(1);

  static final long DEADLINE_SECONDS = 120;

  @TempDir Path folder = Path.of("");

  /** What a trace has of addresses. */
  static final class Addresses implements RuntimeFeed {

    final List<AddressSample> samples = new ArrayList<>();
    private final List<MappedImage> images = new ArrayList<>();
    private final List<NativeCode.Range> code = new ArrayList<>();

    @Override
    public void addressSampled(long at, AddressSample sample) {
      samples.add(sample);
    }

    @Override
    public void imageMapped(long at, MappedImage image) {
      images.add(image);
    }

    @Override
    public void codeSeen(long at, FunctionID id, NativeCode compiled) {
      code.addAll(compiled.ranges());
    }

    boolean isKnown(long address) {
      return address < 0
          || images.stream().anyMatch(image -> image.contains(address))
          || isCompiled(address);
    }

    boolean isCompiled(long address) {
      return code.stream().anyMatch(range -> range.contains(address));
    }
  }

  Process start(Path trace, String weather) throws IOException {
    return start(trace, weather, SamplingEngine.PERF);
  }

  Process start(Path trace, String weather, SamplingEngine engine) throws IOException {
    return start(
        AgentSettings.tracing(trace.toString()).sampleEvery(MILLI).engine(engine), weather);
  }

  Process start(AgentSettings settings, String weather) throws IOException {
    Installation installation = Installation.current();
    ProcessBuilder builder = builder(TestAssembly.STORM, weather);
    builder.environment().putAll(Recording.environment(installation.agent(), settings));
    return builder.start();
  }

  ProcessBuilder builder(TestAssembly assembly, String argument) {
    DotnetRuntime runtime = DotnetRuntime.fetched(Installation.current()).orElseThrow();
    ProcessBuilder builder =
        new ProcessBuilder(runtime.command(assembly.path(), List.of(argument)));
    builder.environment().put("TMPDIR", folder.toString());
    builder.environment().put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    return builder
        .redirectOutput(folder.resolve("out").toFile())
        .redirectError(folder.resolve("err").toFile());
  }

  static void await(Process program, Child.Condition condition)
      throws IOException, InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
    while (!condition.holds()) {
      boolean ended = program.waitFor(20, TimeUnit.MILLISECONDS);
      assertTrue(!ended && System.nanoTime() < deadline, "in vain");
    }
  }

  private static boolean isNotReady(AttachOutcome outcome) {
    return outcome instanceof Refused refused && refused.reason() == RefusalReason.NOT_READY;
  }

  Attachment attach(Process program, Path trace, SamplingEngine engine)
      throws IOException, InterruptedException {
    AttachRequest request =
        new AttachRequest(
            LinuxProcess.of(program.pid()),
            trace,
            MILLI,
            Optional.empty(),
            engine,
            false,
            Set.of(),
            OptionalLong.empty(),
            AttachRequest.PATIENCE);
    AttachOutcome outcome = Attach.to(request);
    // A program whose first module is there may not be ready for a while yet, on a busy machine.
    for (int i = 0; i < 500 && isNotReady(outcome); i++) {
      assertFalse(program.waitFor(20, TimeUnit.MILLISECONDS), "it ended");
      outcome = Attach.to(request);
    }
    return assertInstanceOf(Attached.class, outcome, outcome::inWords).attachment();
  }

  static TraceStatistics read(Path trace, Addresses found) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      reader.poll(found);
      return reader.statistics();
    }
  }
}
