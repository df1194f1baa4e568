// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bench.Timing;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a work's program with each of its observers, in a process of its own in each round: the
 * accidental layout of memory differs from process to process, so only many processes average it
 * out. Within a round the processes take turns, with a slice of the work each, there and back (A B
 * C, C B A). What slows the machine down for longer than a slice slows all of them, and only ratios
 * of neighbouring slices count.
 *
 * <p>Not thread-safe. Writes into a folder of the user's, and removes what it wrote.
 */
public final class Experiment {

  private final Installation installation;
  private final DotnetRuntime runtime;
  private final Path folder;
  private final int warmUp;
  private final int rounds;

  /**
   * Creates an experiment.
   *
   * @param folder an empty folder for the observers' files
   * @param warmUp how often each program does its work before the measurement
   * @param rounds how often each observer is measured
   */
  public Experiment(
      Installation installation, DotnetRuntime runtime, Path folder, int warmUp, int rounds) {
    this.installation = installation;
    this.runtime = runtime;
    this.folder = folder;
    this.warmUp = warmUp;
    this.rounds = rounds;
  }

  /** Returns the runs of a work, the same number for each observer, in the order of the rounds. */
  Map<Observer, List<Run>> runs(AgentWork work) throws IOException {
    List<Observer> observers = new ArrayList<>(work.cost().observers());
    observers.removeIf(observer -> !observer.isHere());
    Map<Observer, List<Run>> runs = new EnumMap<>(Observer.class);
    for (int round = 0; round < rounds; round++) {
      Map<Observer, Run> of =
          work.cost() == AgentWork.Cost.START ? started(work, observers) : worked(work, observers);
      of.forEach(
          (observer, run) -> runs.computeIfAbsent(observer, none -> new ArrayList<>()).add(run));
      // No observer comes first more often than the others.
      Collections.rotate(observers, 1);
    }
    return runs;
  }

  private Map<Observer, Run> started(AgentWork work, List<Observer> observers) throws IOException {
    Map<Observer, Run> runs = new EnumMap<>(Observer.class);
    for (Observer observer : observers) {
      Map<String, String> environment = ObservedProgram.environment(observer, installation, folder);
      long begin = System.nanoTime();
      try (WorkingProgram subject = work.start(installation, runtime, environment)) {
        Timing timing = new Timing(System.nanoTime() - begin, 1, 0, 0);
        subject.process().end();
        runs.put(observer, new Run(List.of(timing), List.of(), 0, 0, Trail.NONE));
      } finally {
        ObservedProgram.deleteAll(folder, observer);
      }
    }
    return runs;
  }

  /** All programs live at the same time, and work one after the other, there and back. */
  private Map<Observer, Run> worked(AgentWork work, List<Observer> observers) throws IOException {
    Map<Observer, ObservedProgram> programs = new LinkedHashMap<>();
    try {
      for (Observer observer : observers) {
        programs.put(
            observer, ObservedProgram.begin(work, observer, installation, runtime, folder, warmUp));
      }
      List<ObservedProgram> order = new ArrayList<>(programs.values());
      int slices = work.cost().slices();
      for (int slice = 0; slice < slices; slice++) {
        for (ObservedProgram observed : order) {
          observed.turn(slices);
        }
        Collections.reverse(order);
      }
      Map<Observer, Run> runs = new EnumMap<>(Observer.class);
      for (Map.Entry<Observer, ObservedProgram> observed : programs.entrySet()) {
        runs.put(observed.getKey(), observed.getValue().end());
      }
      return runs;
    } finally {
      for (ObservedProgram observed : programs.values()) {
        observed.close();
      }
    }
  }
}
