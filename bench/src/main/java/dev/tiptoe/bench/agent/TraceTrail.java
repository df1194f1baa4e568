// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.trace.EngineState;
import dev.tiptoe.trace.TraceReader;
import dev.tiptoe.trace.TraceStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Follows the trace that our agent writes. A sample counts if it was taken during a turn: the agent
 * writes some a fifth of a second later. Mutable, not thread-safe.
 */
final class TraceTrail implements Watch, RuntimeFeed {

  private final TraceReader reader;
  private final Turns turns = new Turns();
  private final long began;
  private long samples;
  private long bytesCounted;

  TraceTrail(Path trace) throws IOException {
    reader = TraceReader.open(trace);
    began = nanos(reader.header().began());
  }

  @Override
  public void begin() throws IOException {
    reader.poll(this);
    turns.bound(now());
    bytesCounted -= reader.statistics().bytes();
  }

  @Override
  public void end() throws IOException {
    turns.bound(now());
    reader.poll(this);
    bytesCounted += reader.statistics().bytes();
  }

  @Override
  public Trail trail() throws IOException {
    reader.poll(this);
    TraceStatistics statistics = reader.statistics();
    long rings = statistics.engines().stream().mapToLong(EngineState::rings).sum();
    return new Trail(samples, bytesCounted, rings, statistics.sampler(), statistics.samplerState());
  }

  @Override
  public void stackSampled(long at, ThreadID thread, List<FunctionID> frames, boolean truncated) {
    sampled(at);
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    sampled(at);
  }

  private void sampled(long at) {
    samples += turns.contain(at) ? 1 : 0;
  }

  /** Returns the time since the trace began, as its samples have it. */
  private long now() {
    return nanos(Instant.now()) - began;
  }

  private static long nanos(Instant instant) {
    return TimeUnit.SECONDS.toNanos(instant.getEpochSecond()) + instant.getNano();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
