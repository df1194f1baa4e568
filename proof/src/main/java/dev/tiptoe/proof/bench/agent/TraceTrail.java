// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.trace.EngineState;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Follows the trace that our agent writes. Mutable, not thread-safe. */
final class TraceTrail implements Watch, RuntimeFeed {

  private final TraceReader reader;
  private long samples;
  private long samplesCounted;
  private long bytesCounted;

  TraceTrail(Path trace) throws IOException {
    reader = TraceReader.open(trace);
  }

  @Override
  public void begin() throws IOException {
    reader.poll(this);
    samplesCounted -= samples;
    bytesCounted -= reader.statistics().bytes();
  }

  @Override
  public void end() throws IOException {
    reader.poll(this);
    samplesCounted += samples;
    bytesCounted += reader.statistics().bytes();
  }

  @Override
  public Trail trail() throws IOException {
    reader.poll(this);
    TraceStatistics statistics = reader.statistics();
    long rings = statistics.engines().stream().mapToLong(EngineState::rings).sum();
    return new Trail(
        samplesCounted, bytesCounted, rings, statistics.sampler(), statistics.samplerState());
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    samples++;
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    samples++;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
