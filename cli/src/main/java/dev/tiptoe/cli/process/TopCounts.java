// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts what a growing trace has: samples by method and thread, and loads. A sample counts for the
 * innermost managed method of its stack. Mutable, not thread-safe. Memory: by the distinct methods
 * and threads.
 */
final class TopCounts implements RuntimeFeed {

  /** Samples of one method or thread: since the last picture, and in all. */
  static final class Tally {
    private final long id;
    private long recent;
    private long all;

    private Tally(long id) {
      this.id = id;
    }

    long id() {
      return id;
    }

    long recent() {
      return recent;
    }

    long all() {
      return all;
    }
  }

  private final Map<Long, Tally> methods = new HashMap<>();
  private final Map<Long, Tally> threads = new HashMap<>();
  private final Map<Long, String> threadNames = new HashMap<>();
  private final Map<Long, Integer> osThreadIds = new HashMap<>();
  private long recentSamples;
  private long samples;
  private long classes;
  private long modules;
  private long functions;

  @Override
  public void stackSampled(long at, SampledStack sample) {
    recentSamples++;
    samples++;
    count(threads, sample.thread().value());
    for (int frame = 0; frame < sample.stack().depth(); frame++) {
      FunctionID function = sample.stack().function(frame);
      if (!function.isNone()) {
        count(methods, function.value());
        break;
      }
    }
  }

  private static void count(Map<Long, Tally> tallies, long id) {
    Tally tally = tallies.computeIfAbsent(id, Tally::new);
    tally.recent++;
    tally.all++;
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    classes++;
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    modules++;
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    functions++;
  }

  @Override
  public void threadCreated(long at, ThreadID thread, int osThreadId) {
    if (osThreadId != 0) {
      osThreadIds.put(thread.value(), osThreadId);
    }
  }

  @Override
  public void threadNamed(long at, ThreadID thread, String name) {
    threadNames.put(thread.value(), name);
  }

  @Override
  public void osThreadNamed(long at, ThreadID thread, String name) {
    threadNames.putIfAbsent(thread.value(), name);
  }

  long recentSamples() {
    return recentSamples;
  }

  long samples() {
    return samples;
  }

  long classes() {
    return classes;
  }

  long modules() {
    return modules;
  }

  long functions() {
    return functions;
  }

  /** Returns the methods with the most samples, those of the time since the last picture first. */
  List<Tally> hottestMethods(int most) {
    return hottest(methods, most);
  }

  /** Returns the threads in the same order. */
  List<Tally> hottestThreads(int most) {
    return hottest(threads, most);
  }

  private static List<Tally> hottest(Map<Long, Tally> tallies, int most) {
    return tallies.values().stream()
        .sorted(
            Comparator.comparingLong(Tally::recent)
                .thenComparingLong(Tally::all)
                .reversed()
                .thenComparingLong(Tally::id))
        .limit(most)
        .toList();
  }

  /** Returns the thread's name, else the operating system's ID. */
  String threadName(long id) {
    Object number = osThreadIds.containsKey(id) ? osThreadIds.get(id) : new ThreadID(id);
    return threadNames.getOrDefault(id, "thread " + number);
  }

  /** Begins the time of the next picture. */
  void next() {
    recentSamples = 0;
    methods.values().forEach(tally -> tally.recent = 0);
    threads.values().forEach(tally -> tally.recent = 0);
  }
}
