// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli;

import dev.tiptoe.bridge.launch.AgentSettings;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.launch.SamplingEngine;
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
import org.junit.jupiter.api.io.TempDir;

/** What the tests of {@code PerfEventsTest} share, which stand by kind. */
abstract class PerfEventsFixture {

  static final Duration MILLI = Duration.ofMillis(1);

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

  static TraceStatistics read(Path trace, Addresses found) throws IOException {
    try (TraceReader reader = TraceReader.open(trace)) {
      reader.poll(found);
      return reader.statistics();
    }
  }
}
