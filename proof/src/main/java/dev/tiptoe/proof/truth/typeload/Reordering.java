// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.proof.truth.WitnessReport;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import dev.tiptoe.trace.TraceReader;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * Feeds the facts of a trace to maps in other orders. The facts are dealt out to several sources;
 * each source keeps the order of its own and has a delay that changes. Some facts come twice.
 * Immutable.
 */
final class Reordering {

  private static final int ORDERS = 3;
  private static final int SOURCES = 5;

  /** One fact of this many comes twice. */
  private static final int TWICE = 50;

  /** One fact of this many changes the delay of its source. */
  private static final int STEADY = 200;

  private static final int SHOWN = 50;

  private static final Set<String> SAMPLES = Set.of("stackSampled", "addressSampled");

  /**
   * A call of a feed.
   *
   * @param at the fact's time
   */
  private record Call(long at, Method method, List<Object> arguments) {

    void repeat(RuntimeFeed feed) {
      try {
        var ignored = method.invoke(feed, arguments.toArray());
      } catch (InvocationTargetException e) {
        throw new IllegalStateException(e.getCause());
      } catch (IllegalAccessException e) {
        throw new IllegalStateException(e);
      }
    }

    boolean isSample() {
      return SAMPLES.contains(method.getName());
    }

    boolean isEnd() {
      return method.getName().equals("ended");
    }
  }

  /** A call of the feed, and when it is made. */
  private record Timed(Call call, long when) {}

  private final List<Call> calls;

  private Reordering(List<Call> calls) {
    this.calls = calls;
  }

  /** Reads a trace. */
  static Reordering of(Path trace) throws IOException {
    List<Call> calls = new ArrayList<>();
    RuntimeFeed recorder =
        (RuntimeFeed)
            Proxy.newProxyInstance(
                RuntimeFeed.class.getClassLoader(),
                new Class<?>[] {RuntimeFeed.class},
                (proxy, method, arguments) -> {
                  calls.add(new Call((Long) arguments[0], method, List.of(arguments)));
                  return null;
                });
    try (TraceReader reader = TraceReader.open(trace)) {
      var ignored = reader.poll(recorder);
    }
    return new Reordering(calls);
  }

  /** Compares the answers after several such orders with those of the map that was fed in order. */
  WitnessReport report(Source source, RuntimeIdMap inOrder) {
    Answers answers = Answers.of(inOrder);
    long compared = 0;
    List<String> wrong = new ArrayList<>();
    Map<String, Long> counts = new TreeMap<>();
    counts.put("facts", (long) calls.size());
    for (int seed = 0; seed < ORDERS; seed++) {
      RuntimeIdMap map = Session.newMap();
      long began = System.nanoTime();
      inOrder(seed).forEach(call -> call.repeat(map));
      counts.merge("time to feed them, ms", (System.nanoTime() - began) / 1_000_000, Math::max);
      counts.merge("late facts", map.statistics().late(), Math::max);
      counts.merge("facts before their description", map.statistics().orphans(), Math::max);
      compared += answers.size();
      counts.merge("conflicts until a late unload", map.statistics().conflicts(), Math::max);
      counts.merge("facts for which there was no room to wait", map.statistics().lost(), Math::max);
      answers.differences(map).forEach(wrong::add);
    }
    return new WitnessReport(
        source.inWords() + ", in other orders",
        compared,
        wrong.size(),
        Optional.of(1 - (double) wrong.size() / Math.max(1, compared)),
        Optional.empty(),
        counts,
        wrong.stream().limit(SHOWN).toList());
  }

  /**
   * Returns the calls in the order of a seed. The end comes last in any order, and a sample after
   * the facts of earlier times, since only so many frames wait for what they are.
   */
  private List<Call> inOrder(int seed) {
    Random random = new Random(seed);
    long end = calls.stream().mapToLong(Call::at).max().orElse(0);
    long[] delays = new long[SOURCES];
    long[] reached = new long[SOURCES];
    List<Timed> timed = new ArrayList<>();
    long time = Long.MIN_VALUE;
    long latest = 0;
    int source = 0;
    for (Call call : calls) {
      // Facts of one time come from one source.
      source = call.at() == time ? source : random.nextInt(SOURCES);
      time = call.at();
      if (random.nextInt(STEADY) == 0) {
        delays[source] = random.nextBoolean() ? 0 : (long) (random.nextDouble() * end);
      }
      reached[source] = Math.max(reached[source], time + delays[source]);
      latest = Math.max(latest, reached[source]);
      long when = call.isEnd() ? Long.MAX_VALUE : call.isSample() ? latest : reached[source];
      timed.add(new Timed(call, when));
      if (random.nextInt(TWICE) == 0 && !call.isEnd()) {
        timed.add(new Timed(call, when + (long) (random.nextDouble() * end)));
      }
    }
    timed.sort(Comparator.comparingLong(Timed::when));
    return timed.stream().map(Timed::call).toList();
  }
}
