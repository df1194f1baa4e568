// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.process.LinuxThread;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * What a program did in a window of time, by method and by thread, hottest first. Immutable.
 *
 * <p>A thread's processor time is the kernel's figure. It is divided evenly among the samples of
 * the thread: so a method in which threads only wait is often sampled and has next to no time.
 *
 * @param methods by FunctionID; 0 for stacks without a managed method
 * @param threads by ThreadID
 * @param nanos the length of the window
 * @param samples the number of samples
 * @param cpu the processor time of the process, in processors
 * @param agentCpu that of the agent's threads
 * @param otherCpu that of the other threads that were not sampled, such as the runtime's own
 */
record TopWindow(
    List<Row> methods,
    List<Row> threads,
    long nanos,
    long samples,
    double cpu,
    double agentCpu,
    double otherCpu) {

  /**
   * A method or thread.
   *
   * @param cpu its processor time, in processors
   */
  record Row(long id, double cpu, long samples) {

    /** Returns the sum of two rows, with the ID of this. */
    Row with(Row other) {
      return new Row(id, cpu + other.cpu, samples + other.samples);
    }
  }

  /** The order of rows. */
  static final Comparator<Row> HOTTEST_FIRST =
      Comparator.comparingDouble(Row::cpu)
          .thenComparingLong(Row::samples)
          .reversed()
          .thenComparingLong(Row::id);

  /** Adds up the slices of a window. Mutable, not thread-safe. */
  static final class Builder {
    private final Map<TopCounts.Place, Integer> samples = new HashMap<>();
    private final Map<Long, Long> used = new HashMap<>();
    private long agents;
    private long nanos;

    void sampled(TopCounts.Place place, int times) {
      samples.merge(place, times, Integer::sum);
    }

    void used(LinuxThread thread, boolean isAgents) {
      if (isAgents) {
        agents += thread.cpuNanos();
      } else {
        used.merge(thread.ownTid(), thread.cpuNanos(), Long::sum);
      }
    }

    void lasted(long more) {
      nanos += more;
    }

    /**
     * Returns the window.
     *
     * @param osThreadIds returns the system's number of a ThreadID; -1 when it is not known
     */
    TopWindow build(LongUnaryOperator osThreadIds) {
      Map<Long, Long> byThread = new HashMap<>();
      samples.forEach((place, times) -> byThread.merge(place.thread(), (long) times, Long::sum));
      Map<Long, Double> cpuByThread = new HashMap<>();
      Map<Long, Long> left = new HashMap<>(used);
      for (long thread : byThread.keySet()) {
        Long cpu = left.remove(osThreadIds.applyAsLong(thread));
        cpuByThread.put(thread, cpu == null ? 0 : processors(cpu));
      }
      Map<Long, Row> methods = new HashMap<>();
      samples.forEach(
          (place, times) -> {
            double share = (double) times / byThread.getOrDefault(place.thread(), 1L);
            double cpu = cpuByThread.getOrDefault(place.thread(), 0.0) * share;
            methods.merge(place.method(), new Row(place.method(), cpu, times), Row::with);
          });
      List<Row> threads =
          byThread.entrySet().stream()
              .map(
                  each ->
                      new Row(
                          each.getKey(),
                          cpuByThread.getOrDefault(each.getKey(), 0.0),
                          each.getValue()))
              .toList();
      return new TopWindow(
          sorted(methods.values().stream().toList()),
          sorted(threads),
          nanos,
          samples.values().stream().mapToLong(each -> each).sum(),
          processors(sum(used)) + processors(agents),
          processors(agents),
          processors(sum(left)));
    }

    private double processors(long cpu) {
      return nanos == 0 ? 0 : (double) cpu / nanos;
    }

    private static long sum(Map<Long, Long> times) {
      return times.values().stream().mapToLong(each -> each).sum();
    }

    private static List<Row> sorted(List<Row> rows) {
      return rows.stream().sorted(HOTTEST_FIRST).toList();
    }
  }
}
