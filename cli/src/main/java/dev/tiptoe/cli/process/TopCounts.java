// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.process.LinuxThread;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.FrameKind;
import dev.tiptoe.resolver.feed.AddressSample;
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
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Counts the contents of a growing trace: loads, and the samples of the last seconds by method and
 * thread. After a long pause of the program the agent takes no samples for a while, so that the
 * pauses stay within their share of the time. A sample counts for the innermost managed method of
 * its stack. Samples of processor time and of wall-clock time are counted apart.
 *
 * <p>Samples are named by {@link #name}, when the session that knows the names has read as far.
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
          "tiptoe-catch-up",
          "tiptoe-control",
          "tiptoe-heap",
          "tiptoe-modules",
          "tiptoe-perf",
          "tiptoe-sampler");

  /** Names what was sampled. */
  interface Names {

    /** Returns the frame of a method. */
    Frame of(FunctionID method);

    /**
     * Returns the frame of the innermost managed method of a sample, or else of what runs there.
     */
    Frame of(long at, AddressSample sample);
  }

  /**
   * A method that was sampled on a thread.
   *
   * @param thread a ThreadID; the negative number of the operating system for another thread
   * @param method its frame, at no position
   */
  record Place(long thread, Frame method) {}

  /** Numbers of samples. Mutable. */
  static final class Samples {
    long processor;
    long wall;

    void add(Samples more) {
      processor += more.processor;
      wall += more.wall;
    }
  }

  /** A sample of a running thread that has no name yet. */
  private record Unnamed(long at, AddressSample sample) {}

  /** The same of a stack. */
  private record UnnamedStack(long thread, FunctionID method) {}

  /** What happened between two ends of {@link #slice}. */
  private static final class Slice {
    private final Map<Place, Samples> samples = new HashMap<>();
    private final Map<Long, LinuxThread> used = new HashMap<>();
    private long nanos;
    private long classes;
    private long modules;
    private long functions;

    private long samples() {
      return samples.values().stream().mapToLong(each -> each.processor + each.wall).sum();
    }
  }

  private static final Frame NO_METHOD = Frame.special("(no managed method)", FrameKind.NATIVE);

  private final Names names;
  private final List<Unnamed> unnamed = new ArrayList<>();
  private final List<UnnamedStack> unnamedStacks = new ArrayList<>();

  private final Deque<Slice> slices = new ArrayDeque<>();
  private Slice slice = new Slice();
  private final Map<Long, Long> cpuBefore = new HashMap<>();
  private final Map<Long, String> threadNames = new HashMap<>();
  private final Map<Long, Long> osThreadIds = new HashMap<>();
  private final Map<Long, Long> threadIds = new HashMap<>();
  private long classes;
  private long functions;

  TopCounts(Names names) {
    this.names = names;
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    long method = 0;
    for (int frame = 0; method == 0 && frame < sample.stack().depth(); frame++) {
      method = sample.stack().function(frame).value();
    }
    unnamedStacks.add(new UnnamedStack(sample.thread().value(), new FunctionID(method)));
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    unnamed.add(new Unnamed(at, sample));
  }

  /** Counts the samples so far by their names. */
  void name() {
    for (UnnamedStack stack : unnamedStacks) {
      Frame method = stack.method.isNone() ? NO_METHOD : names.of(stack.method);
      samples(stack.thread, method).wall++;
    }
    unnamedStacks.clear();
    for (Unnamed each : unnamed) {
      AddressSample sample = each.sample;
      long number = sample.osThreadId();
      Samples samples = samples(threadIds.getOrDefault(number, -number), names.of(each.at, sample));
      switch (sample.clock()) {
        case PROCESSOR -> samples.processor++;
        case WALL -> samples.wall++;
      }
    }
    unnamed.clear();
  }

  /** Returns whether there are samples in this slice, all without a name so far. */
  boolean awaitNames() {
    return slice.samples.isEmpty() && !(unnamed.isEmpty() && unnamedStacks.isEmpty());
  }

  private Samples samples(long thread, Frame method) {
    return slice.samples.computeIfAbsent(new Place(thread, method), any -> new Samples());
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
      threadIds.put((long) osThreadId, thread.value());
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
  public void osThreadSeen(long at, int osThreadId, String name) {
    // A thread that has ended keeps its name: its samples of the last seconds are still shown.
    if (!name.isEmpty()) {
      threadNames.put((long) -osThreadId, name);
    }
  }

  @Override
  public void threadDestroyed(long at, ThreadID thread) {
    threadNames.remove(thread.value());
    Long number = osThreadIds.remove(thread.value());
    if (number != null) {
      threadIds.remove(number, thread.value());
    }
  }

  /**
   * Ends the present slice of time; samples that have no name yet belong to the next.
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
    return window.build(
        thread -> thread < 0 ? -thread : osThreadIds.getOrDefault(thread, -1L),
        this::threadName,
        this::threadNumber);
  }

  /** Returns the classes that were loaded in the last slice. */
  long recentClasses() {
    return slices.isEmpty() ? 0 : slices.getLast().classes;
  }

  /** Returns the modules that were loaded in the last slice. */
  long recentModules() {
    return slices.isEmpty() ? 0 : slices.getLast().modules;
  }

  /** Returns the methods that were first seen in the last slice. */
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
  private String threadName(long id) {
    return threadNames.getOrDefault(id, "thread " + threadNumber(id));
  }

  /** Returns the operating system's ID of a thread, else its ThreadID. */
  private String threadNumber(long id) {
    Object number =
        id < 0 ? -id : osThreadIds.containsKey(id) ? osThreadIds.get(id) : new ThreadID(id);
    return number.toString();
  }
}
