// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.process;

import dev.tiptoe.bridge.process.LinuxThread;
import dev.tiptoe.cli.process.TopCounts.Samples;
import dev.tiptoe.profile.Frame;
import dev.tiptoe.profile.MethodFrames;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/**
 * The samples and times of a program in a window of time, by method and by thread, hottest first.
 * Immutable.
 *
 * <p>A thread's processor time is the kernel's figure. It is divided evenly among the thread's
 * samples of processor time. If it has none, it is divided among those of wall-clock time: so a
 * method in which threads only wait is often sampled and has next to no time.
 *
 * @param methods by name
 * @param threads one row for each
 * @param nanos the length of the window
 * @param samples the number of samples of wall-clock time, which are those of the rows, or of
 *     processor time where there are no others
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
   * @param number the ID of a thread that shares its name with others; else empty
   * @param cpu its processor time, in processors
   */
  record Row(String name, String number, double cpu, long samples) {

    /** Returns the sum of two rows of one name. */
    Row with(Row other) {
      return new Row(name, number, cpu + other.cpu, samples + other.samples);
    }
  }

  /** The order of rows. */
  private static final Comparator<Row> HOTTEST_FIRST =
      Comparator.comparingDouble(Row::cpu)
          .thenComparingLong(Row::samples)
          .reversed()
          .thenComparing(Row::name)
          .thenComparing(Row::number);

  /** Adds up the slices of a window. Mutable, not thread-safe. */
  static final class Builder {
    private final Map<TopCounts.Place, Samples> samples = new HashMap<>();
    private final Map<Long, Long> used = new HashMap<>();
    private long agents;
    private long nanos;

    void sampled(TopCounts.Place place, Samples more) {
      samples.computeIfAbsent(place, any -> new Samples()).add(more);
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
     * @param osThreadIds returns the system's number of a thread; -1 when it is not known
     * @param threadNames returns its name
     * @param threadNumbers returns what distinguishes it from others of that name
     */
    TopWindow build(
        LongUnaryOperator osThreadIds,
        LongFunction<String> threadNames,
        LongFunction<String> threadNumbers) {
      Map<Long, Samples> byThread = new HashMap<>();
      Samples all = new Samples();
      samples.forEach(
          (place, each) -> {
            byThread.computeIfAbsent(place.thread(), any -> new Samples()).add(each);
            all.add(each);
          });
      boolean waiting = all.wall > 0;
      Map<Long, Double> cpuByThread = new HashMap<>();
      Map<Long, Long> left = new HashMap<>(used);
      for (long thread : byThread.keySet()) {
        Long cpu = left.remove(osThreadIds.applyAsLong(thread));
        cpuByThread.put(thread, cpu == null ? 0 : processors(cpu));
      }
      Map<Frame, String> names = names();
      Map<String, Row> methods = new HashMap<>();
      samples.forEach(
          (place, each) -> {
            Samples ofThread = byThread.getOrDefault(place.thread(), all);
            double share =
                ofThread.processor > 0
                    ? (double) each.processor / ofThread.processor
                    : (double) each.wall / ofThread.wall;
            double cpu = cpuByThread.getOrDefault(place.thread(), 0.0) * share;
            long shown = waiting ? each.wall : each.processor;
            String name = names.getOrDefault(place.method(), place.method().shown());
            methods.merge(name, new Row(name, "", cpu, shown), Row::with);
          });
      Map<String, Integer> bearers = new HashMap<>();
      byThread.keySet().forEach(id -> bearers.merge(threadNames.apply(id), 1, Integer::sum));
      List<Row> threads =
          byThread.entrySet().stream()
              .map(
                  each -> {
                    long id = each.getKey();
                    String name = threadNames.apply(id);
                    return new Row(
                        name,
                        bearers.getOrDefault(name, 0) > 1 ? threadNumbers.apply(id) : "",
                        cpuByThread.getOrDefault(id, 0.0),
                        waiting ? each.getValue().wall : each.getValue().processor);
                  })
              .toList();
      return new TopWindow(
          sorted(methods.values().stream().toList()),
          sorted(threads),
          nanos,
          waiting ? all.wall : all.processor,
          processors(sum(used)) + processors(agents),
          processors(agents),
          processors(sum(left)));
    }

    /** Returns a name for each method that is unique in the window. */
    private Map<Frame, String> names() {
      List<Frame> frames =
          samples.keySet().stream().map(TopCounts.Place::method).distinct().toList();
      List<Frame> disambiguated = MethodFrames.disambiguated(frames);
      Map<Frame, String> names = new HashMap<>();
      for (int i = 0; i < frames.size(); i++) {
        names.put(frames.get(i), disambiguated.get(i).shown());
      }
      return names;
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
