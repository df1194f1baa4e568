// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.loads;

import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.trace.TraceEnding;
import dev.tiptoe.bridge.trace.TraceReader;
import dev.tiptoe.cli.witness.typeload.RecordedRun.Company;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The agent in one run of a program, from its start. Mutable, for one run and one thread. */
final class Guest implements Company {

  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(2);

  private final Path agent;
  private Set<Long> threads = Set.of();

  /** The agent of a file. */
  Guest(Path agent) {
    this.agent = agent;
  }

  private static Path traceIn(Path folder) {
    return folder.resolve("trace");
  }

  @Override
  public Map<String, String> environment(Path folder) {
    return Recording.environment(agent, traceIn(folder), BETWEEN_SAMPLES);
  }

  @Override
  public void keep(Process process, Path folder) throws InterruptedException {
    AgentThreads ours = new AgentThreads(process.pid());
    while (!process.waitFor(1, TimeUnit.MILLISECONDS)) {
      ours.look();
    }
    threads = ours.met();
  }

  /** The thread IDs of the agent's threads, when the program has ended. */
  Set<Long> threads() {
    return threads;
  }

  /**
   * How the trace ended.
   *
   * @throws LaunchException when it did not
   */
  static TraceEnding ending(Path folder) throws IOException {
    try (TraceReader reader = TraceReader.open(traceIn(folder))) {
      var ignored = reader.poll(new RuntimeFeed() {});
      return reader
          .books()
          .ending()
          .orElseThrow(() -> new LaunchException("the trace of the program has no end"));
    }
  }
}
