// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bench.Timing;
import dev.tiptoe.bridge.launch.DotnetRuntime;
import dev.tiptoe.bridge.launch.Installation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * A program with its observer, which works one slice per turn; both are paused between turns.
 * Mutable, not thread-safe.
 */
final class ObservedProgram implements AutoCloseable {

  /**
   * The fraction of a slice that is done before each slice without being measured, because the
   * caches hold other programs' data then.
   */
  private static final int LEAD_IN = 8;

  private final AgentWork work;
  private final Observer observer;
  private final WorkingProgram subject;
  private final Watch watch;
  private final ObserverPause pause;
  private final ProcessFiles process;
  private final Path folder;
  private final List<Timing> slices = new ArrayList<>();
  private final List<Timing> resting = new ArrayList<>();
  private long observing;

  private ObservedProgram(
      AgentWork work, Observer observer, WorkingProgram subject, Watch watch, Path folder) {
    this.work = work;
    this.observer = observer;
    this.subject = subject;
    this.watch = watch;
    this.pause = observer.pause(subject.process().pid(), controlIn(folder, observer));
    this.process = new ProcessFiles(subject.process().pid());
    this.folder = folder;
  }

  /** Starts a work's program, which does its warm-up, and then rests. */
  static ObservedProgram begin(
      AgentWork work,
      Observer observer,
      Installation installation,
      DotnetRuntime runtime,
      Path folder,
      int warmUp)
      throws IOException {
    WorkingProgram subject =
        work.start(installation, runtime, environment(observer, installation, folder));
    try {
      for (int i = 0; i < warmUp; i++) {
        subject.work(work.warmUp());
      }
      Path trail = trailIn(folder, observer);
      Watch watch = observer.watch(trail, subject.process().pid());
      return resting(new ObservedProgram(work, observer, subject, watch, folder));
    } catch (IOException | RuntimeException e) {
      subject.close();
      deleteAll(folder, observer);
      throw e;
    }
  }

  private static ObservedProgram resting(ObservedProgram observed) throws IOException {
    try {
      observed.pause.begin();
      return observed;
    } catch (IOException | RuntimeException e) {
      observed.close();
      throw e;
    }
  }

  /** Returns the environment of a program with that observer. */
  static Map<String, String> environment(
      Observer observer, Installation installation, Path folder) {
    Map<String, String> environment =
        new HashMap<>(
            observer.environment(
                installation, trailIn(folder, observer), controlIn(folder, observer)));
    environment.put("DOTNET_SYSTEM_GLOBALIZATION_INVARIANT", "1");
    return environment;
  }

  /** Returns the place where that observer writes. */
  static Path trailIn(Path folder, Observer observer) {
    return folder.resolve(observer.word());
  }

  /** Removes an observer's files; an agent that was killed leaves its socket, too. */
  static void deleteAll(Path folder, Observer observer) throws IOException {
    Files.deleteIfExists(trailIn(folder, observer));
    Files.deleteIfExists(controlIn(folder, observer));
  }

  private static Path controlIn(Path folder, Observer observer) {
    return folder.resolve(observer.word() + "-control");
  }

  /**
   * Works one of so many measured slices. Where there are several, and the observer can rest while
   * the program works, a slice with a resting observer is worked too, alternately before and after.
   */
  void turn(int ofSlices) throws IOException {
    boolean beside = ofSlices > 1 && observer.rests();
    boolean before = slices.size() % 2 == 0;
    if (beside && before) {
      leadIn(ofSlices);
      resting.add(slice(ofSlices));
    }
    pause.end();
    leadIn(ofSlices);
    watch.begin();
    observing -= observerNanos();
    slices.add(slice(ofSlices));
    observing += observerNanos();
    watch.end();
    pause.begin();
    if (beside && !before) {
      leadIn(ofSlices);
      resting.add(slice(ofSlices));
    }
  }

  private long observerNanos() throws IOException {
    OptionalLong own = watch.ownNanos();
    return own.isPresent() ? own.getAsLong() : process.processorNanos(observer.thread());
  }

  private Timing slice(int ofSlices) throws IOException {
    return subject.work(work.amount() / ofSlices);
  }

  private void leadIn(int ofSlices) throws IOException {
    if (ofSlices > 1) {
      subject.work(work.amount() / ofSlices / LEAD_IN);
    }
  }

  /** Ends the program and returns its run. */
  Run end() throws IOException {
    pause.end();
    long memory = process.mostMemory();
    subject.process().end();
    return new Run(slices, resting, observing, memory, watch.trail());
  }

  @Override
  public void close() throws IOException {
    try (watch;
        subject) {
      // The program may write until it has ended.
    } finally {
      deleteAll(folder, observer);
    }
  }
}
