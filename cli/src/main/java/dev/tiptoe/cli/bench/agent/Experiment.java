// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.bench.agent;

import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import dev.tiptoe.cli.bench.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a work's program with each of its observers in turn, in a process of its own each time: how
 * memory happens to be laid out differs from process to process, so only many of them average it
 * out. What slows the machine down slows neighbours in time, whose ratio counts.
 *
 * <p>For one thread. Writes into a folder of the user's, and removes what it wrote.
 */
public final class Experiment {

  private final Installation installation;
  private final DotnetRuntime runtime;
  private final Path folder;
  private final int warmUp;
  private final int rounds;

  /**
   * An experiment.
   *
   * @param folder for what observers write, empty
   * @param warmUp how often each program does its work before that counts
   * @param rounds how often each observer is looked at
   */
  public Experiment(
      Installation installation, DotnetRuntime runtime, Path folder, int warmUp, int rounds) {
    this.installation = installation;
    this.runtime = runtime;
    this.folder = folder;
    this.warmUp = warmUp;
    this.rounds = rounds;
  }

  /** The runs of a work, as many for each observer, in the order of the rounds. */
  Map<Observer, List<Run>> runs(AgentWork work) throws IOException {
    List<Observer> observers = new ArrayList<>(work.cost().observers());
    Map<Observer, List<Run>> runs = new EnumMap<>(Observer.class);
    for (int round = 0; round < rounds; round++) {
      for (Observer observer : observers) {
        runs.computeIfAbsent(observer, none -> new ArrayList<>()).add(run(work, observer));
      }
      // Nobody comes before everybody else as often as after.
      Collections.rotate(observers, 1);
    }
    return runs;
  }

  private Run run(AgentWork work, Observer observer) throws IOException {
    Path file = folder.resolve("trail");
    Map<String, String> environment = new HashMap<>(observer.environment(installation, file));
    environment.put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    try {
      return work.cost() == AgentWork.Cost.START
          ? started(work, environment)
          : worked(work, observer, environment, file);
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private Run started(AgentWork work, Map<String, String> environment) throws IOException {
    long begin = System.nanoTime();
    try (Subject subject = work.start(installation, runtime, environment)) {
      Timing timing = new Timing(System.nanoTime() - begin, 1, 0, 0);
      subject.process().end();
      return new Run(timing, 0, 0, Trail.NONE);
    }
  }

  private Run worked(AgentWork work, Observer observer, Map<String, String> environment, Path file)
      throws IOException {
    try (Subject subject = work.start(installation, runtime, environment)) {
      for (int i = 0; i < warmUp; i++) {
        subject.work(work.warmUp());
      }
      try (Watch watch = observer.isAgent() ? new TraceTrail(file) : new NettraceTrail(file)) {
        ProcessFiles process = new ProcessFiles(subject.process().pid());
        watch.begin();
        long observing = process.processorNanos(observer.thread());
        Timing timing = subject.work(work.amount());
        observing = process.processorNanos(observer.thread()) - observing;
        watch.end();
        long memory = process.mostMemory();
        subject.process().end();
        return new Run(timing, observing, memory, watch.trail());
      }
    }
  }
}
