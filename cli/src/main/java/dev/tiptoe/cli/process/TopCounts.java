// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.process.LinuxThread;
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
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts what a growing trace has: loads, and the samples of the last seconds by method and thread.
 * After a long pause of the program the agent takes no samples for a while, so that the pauses stay
 * within their share of the time. A sample counts for the innermost managed method of its stack.
 * Mutable, not thread-safe. Memory: by the threads, and by the methods that were sampled in the
 * last seconds.
 */
final class TopCounts implements RuntimeFeed {

  /** The time for which a sample counts, and longer where there are few. */
  static final long WINDOW_NANOS = 10_000_000_000L;

  /** How long that may be. */
  static final long LONGEST_NANOS = 60_000_000_000L;

  /** So many samples are no longer few. */
  private static final long ENOUGH = 100;

  /** The names of the agent's threads. */
  private static final Set<String> AGENTS =
      Set.of(
          "tiptoe-catch-up", "tiptoe-control", "tiptoe-heap", "tiptoe-modules", "tiptoe-sampler");

  /** A method that was sampled on a thread; of no method for a stack without managed frames. */
  record Place(long thread, long method) {}

  /** What happened between two ends of {@link #slice}. */
  private static final class Slice {
    private final Map<Place, Integer> samples = new HashMap<>();
    private final Map<Long, LinuxThread> used = new HashMap<>();
    private long nanos;
    private long classes;
    private long modules;
    private long functions;

    private long samples() {
      return samples.values().stream().mapToLong(each -> each).sum();
    }
  }

  private final Deque<Slice> slices = new ArrayDeque<>();
  private Slice slice = new Slice();
  private final Map<Long, Long> cpuBefore = new HashMap<>();
  private final Map<Long, String> threadNames = new HashMap<>();
  private final Map<Long, Long> osThreadIds = new HashMap<>();
  private long classes;
  private long functions;

  @Override
  public void stackSampled(long at, SampledStack sample) {
    long method = 0;
    for (int frame = 0; method == 0 && frame < sample.stack().depth(); frame++) {
      method = sample.stack().function(frame).value();
    }
    slice.samples.merge(new Place(sample.thread().value(), method), 1, Integer::sum);
  }

  @Override
  public void classLoaded(long at, ClassID id, ClassShape shape) {
    slice.classes++;
    classes++;
  }

  @Override
  public void moduleLoaded(long at, ModuleID module, LoadedModule loaded) {
    slice.modules++;
  }

  @Override
  public void functionSeen(long at, FunctionID id, FunctionShape shape, FunctionSource source) {
    slice.functions++;
    functions++;
  }

  @Override
  public void threadCreated(long at, ThreadID thread, int osThreadId) {
    if (osThreadId != 0) {
      osThreadIds.put(thread.value(), (long) osThreadId);
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

  @Override
  public void threadDestroyed(long at, ThreadID thread) {
    threadNames.remove(thread.value());
    osThreadIds.remove(thread.value());
  }

  /**
   * Ends the present slice of time.
   *
   * @param nanos the length of the slice
   * @param threads the threads of the process; empty when they cannot be read
   */
  void slice(long nanos, List<LinuxThread> threads) {
    slice.nanos = nanos;
    Map<Long, Long> cpuNow = new HashMap<>();
    for (LinuxThread thread : threads) {
      long all = thread.cpuNanos();
      cpuNow.put(thread.ownTid(), all);
      // Of a thread that was not there before, all belongs to this slice.
      long before = cpuBefore.isEmpty() ? all : cpuBefore.getOrDefault(thread.ownTid(), 0L);
      slice.used.put(
          thread.ownTid(),
          new LinuxThread(thread.ownTid(), thread.name(), Math.max(0, all - before)));
    }
    cpuBefore.clear();
    cpuBefore.putAll(cpuNow);
    slices.add(slice);
    slice = new Slice();
    forget();
  }

  private void forget() {
    long kept = slices.stream().mapToLong(each -> each.nanos).sum();
    long samples = slices.stream().mapToLong(Slice::samples).sum();
    while (slices.size() > 1) {
      kept -= slices.element().nanos;
      samples -= slices.element().samples();
      if (kept < (samples < ENOUGH ? LONGEST_NANOS : WINDOW_NANOS)) {
        return;
      }
      slices.remove();
    }
  }

  /** Returns the last seconds up to the end of the last slice. */
  TopWindow window() {
    TopWindow.Builder window = new TopWindow.Builder();
    for (Slice each : slices) {
      each.samples.forEach(window::sampled);
      each.used.values().forEach(thread -> window.used(thread, AGENTS.contains(thread.name())));
      window.lasted(each.nanos);
    }
    return window.build(thread -> osThreadIds.getOrDefault(thread, -1L));
  }

  /** Returns the classes that were loaded in the last slice. */
  long recentClasses() {
    return slices.isEmpty() ? 0 : slices.getLast().classes;
  }

  /** Returns the modules that were loaded in the last slice. */
  long recentModules() {
    return slices.isEmpty() ? 0 : slices.getLast().modules;
  }

  /** Returns the methods that were first met in the last slice. */
  long recentFunctions() {
    return slices.isEmpty() ? 0 : slices.getLast().functions;
  }

  long classes() {
    return classes;
  }

  long functions() {
    return functions;
  }

  /** Returns the thread's name, else the operating system's ID. */
  String threadName(long id) {
    return threadNames.getOrDefault(id, "thread " + number(id));
  }

  /** Returns what tells a thread from others with its name, in brackets. */
  String threadNumber(long id) {
    return "(" + number(id) + ")";
  }

  private Object number(long id) {
    return osThreadIds.containsKey(id) ? osThreadIds.get(id) : new ThreadID(id);
  }
}
