// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.witness.loads;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.Recording;
import dev.tiptoe.bridge.trace.TraceEnding;
import dev.tiptoe.bridge.trace.TraceReader;
import dev.tiptoe.cli.witness.agent.AgentThreads;
import dev.tiptoe.cli.witness.agent.Interview;
import dev.tiptoe.cli.witness.typeload.RecordedRun.Company;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The agent in one run of a program, from its start, and all that it can do: it samples, probes,
 * and is asked again and again. Mutable, for one run and one thread.
 */
final class Guest implements Company {

  private static final Duration BETWEEN_SAMPLES = Duration.ofMillis(2);
  private static final int CLASSES_AT_ONCE = 20;
  private static final long MILLIS_BETWEEN_LOOKS = 2;

  private final Path agent;
  private Set<Long> threads = Set.of();
  private int layouts;
  private int heapWalks;

  /** The agent of a file. */
  Guest(Path agent) {
    this.agent = agent;
  }

  private static Path traceIn(Path folder) {
    return folder.resolve("trace");
  }

  private static Path socketIn(Path folder) {
    return folder.resolve("control");
  }

  @Override
  public Map<String, String> environment(Path folder) {
    Map<String, String> environment =
        new HashMap<>(Recording.environment(agent, traceIn(folder), BETWEEN_SAMPLES));
    environment.put("TIPTOE_CONTROL", socketIn(folder).toString());
    environment.put("TIPTOE_PROBE", "1");
    environment.putAll(LoadComparison.ONE_TIER);
    return environment;
  }

  @Override
  public void keep(Process process, Path folder) throws IOException, InterruptedException {
    AgentThreads ours = new AgentThreads(process.pid());
    while (!Files.exists(socketIn(folder)) && isGoingOn(process)) {
      ours.look();
    }
    try (Interview interview = new Interview(ControlClient.at(socketIn(folder)), traceIn(folder))) {
      while (isGoingOn(process)) {
        ours.look();
        interview.ask(CLASSES_AT_ONCE);
        layouts = interview.layouts();
        if (layouts > 0 && interview.heapWalks() == 0) {
          interview.walkHeap();
          heapWalks = interview.heapWalks();
        }
      }
    } catch (ControlException e) {
      // A program that ends does not wait for an answer to be given.
      if (!process.waitFor(ControlClient.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw e;
      }
    }
    threads = ours.met();
  }

  private static boolean isGoingOn(Process process) throws InterruptedException {
    return !process.waitFor(MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
  }

  /** The thread IDs of the agent's threads, when the program has ended. */
  Set<Long> threads() {
    return threads;
  }

  /** How many layouts the agent told. */
  int layouts() {
    return layouts;
  }

  /** How many times it walked the heap. */
  int heapWalks() {
    return heapWalks;
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
