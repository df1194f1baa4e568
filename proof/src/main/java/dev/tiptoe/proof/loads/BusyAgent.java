// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.loads;

import dev.tiptoe.bridge.control.ControlClient;
import dev.tiptoe.bridge.control.ControlException;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.bridge.launch.LaunchException;
import dev.tiptoe.bridge.launch.SamplingEngine;
import dev.tiptoe.proof.agent.AgentExerciser;
import dev.tiptoe.proof.agent.AgentThreads;
import dev.tiptoe.proof.truth.typeload.RecordedRun.Companion;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.trace.TraceEnding;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * The agent in one run of a program, from its start, doing everything that it can: it samples,
 * probes, and gets requests again and again. Mutable, for one run and one thread.
 */
final class BusyAgent implements Companion {

  private static final int CLASSES_AT_ONCE = 20;
  private static final long POLL_MILLIS = 2;

  private final Installation installation;
  private final AgentEntry entry;
  private final SamplingEngine engine;
  private Set<Long> threads = Set.of();
  private int layouts;
  private int heapWalks;

  BusyAgent(Installation installation, AgentEntry entry, SamplingEngine engine) {
    this.installation = installation;
    this.entry = entry;
    this.engine = engine;
  }

  @Override
  public Map<String, String> environment(Path folder) {
    Map<String, String> environment =
        new HashMap<>(entry.environment(installation, folder, engine));
    environment.putAll(LoadComparison.ONE_TIER);
    return environment;
  }

  @Override
  public void keep(Process process, Path folder) throws IOException, InterruptedException {
    AgentThreads ours = new AgentThreads(process.pid());
    try {
      Optional<ControlClient> agent = Optional.empty();
      while (agent.isEmpty() && isGoingOn(process)) {
        ours.look();
        agent = entry.enter(process.pid(), folder, engine);
      }
      if (agent.isPresent()) {
        askToTheEnd(process, folder, agent.get(), ours);
      }
    } catch (ControlException e) {
      // A program that ends does not wait until the agent has answered.
      if (!process.waitFor(ControlClient.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
        throw e;
      }
    }
    threads = ours.met();
  }

  private void askToTheEnd(Process process, Path folder, ControlClient agent, AgentThreads ours)
      throws IOException, InterruptedException {
    try (AgentExerciser exerciser = new AgentExerciser(agent, AgentEntry.traceIn(folder))) {
      while (isGoingOn(process)) {
        ours.look();
        exerciser.ask(CLASSES_AT_ONCE);
        layouts = exerciser.layouts();
        if (layouts > 0 && heapWalks == 0) {
          exerciser.walkHeap();
          heapWalks = exerciser.heapWalks();
        }
      }
    }
  }

  private static boolean isGoingOn(Process process) throws InterruptedException {
    return !process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS);
  }

  /** Returns the thread IDs of the agent's threads, after the program has ended. */
  Set<Long> threads() {
    return threads;
  }

  /** Returns how many layouts the agent gave. */
  int layouts() {
    return layouts;
  }

  /** Returns how many times it walked the heap. */
  int heapWalks() {
    return heapWalks;
  }

  /**
   * Returns how the trace ended.
   *
   * @throws LaunchException when it has no end
   */
  static TraceEnding ending(Path folder) throws IOException {
    try (TraceReader reader = TraceReader.open(AgentEntry.traceIn(folder))) {
      var ignored = reader.poll(new RuntimeFeed() {});
      return reader
          .statistics()
          .ending()
          .orElseThrow(() -> new LaunchException("the trace of the program has no end"));
    }
  }
}
