// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.live;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntPredicate;

/**
 * Measures a session that answers questions while facts arrive, beside its map alone. For one
 * thread.
 */
public final class LiveBench {

  private static final int FACTS_A_SECOND = 100_000;
  private static final int BURST = 100;

  /**
   * A pair of figures.
   *
   * @param session of the session
   * @param map of the map alone
   */
  public record Pair(double session, double map) {}

  /**
   * What questions took, in nanoseconds.
   *
   * @param median of all, the middle one
   * @param slow of a thousand, the slowest
   */
  public record Latency(double median, double slow) {}

  private final LiveProgram program;

  /** A program of so many types. */
  public LiveBench(int classes) {
    this.program = new LiveProgram(classes);
  }

  /** Nanoseconds for a fact, of so many facts of a running program, while questions follow. */
  public Pair feeding(int facts) {
    RuntimeIdMap map = Session.newMap();
    program.load(map);
    Session session = new Session();
    program.load(session.feed());
    ask(session, 0);
    long mapTime = 0;
    long sessionTime = 0;
    int burst = Math.max(1, facts / 100);
    for (int from = 0; from < facts; from += burst) {
      long begin = System.nanoTime();
      for (int i = from; i < from + burst; i++) {
        program.run(map, i);
      }
      long between = System.nanoTime();
      for (int i = from; i < from + burst; i++) {
        program.run(session.feed(), i);
      }
      sessionTime += System.nanoTime() - between;
      mapTime += between - begin;
      ask(session, from); // outside the measured time: questions take in what changed
    }
    return new Pair((double) sessionTime / facts, (double) mapTime / facts);
  }

  /** Bytes for a type: those of the session's map, and those that the first question adds. */
  public Pair memory() {
    long empty = used();
    Session session = new Session();
    program.load(session.feed());
    long fed = used();
    ask(session, 0);
    long asked = used();
    ask(session, 1);
    double classes = program.classes();
    return new Pair((asked - fed) / classes, (fed - empty) / classes);
  }

  /** What questions take while a writer feeds. */
  public Latency session(int questions) throws InterruptedException {
    Session session = new Session();
    program.load(session.feed());
    ask(session, 0);
    return asked(session.map(), questions, type -> ask(session, type));
  }

  /** The same of the map alone. */
  public Latency map(int questions) throws InterruptedException {
    RuntimeIdMap map = Session.newMap();
    program.load(map);
    return asked(
        map,
        questions,
        type ->
            map.now()
                .observedClassIDs(LiveProgram.module(type), LiveProgram.typeDef(type))
                .isLoaded());
  }

  private Latency asked(RuntimeIdMap map, int questions, IntPredicate question)
      throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    Thread writer = new Thread(() -> write(map, over), "writer");
    writer.start();
    try {
      Random random = new Random(1);
      long[] times = new long[questions];
      for (int i = -questions / 4; i < questions; i++) {
        int type = random.nextInt(program.classes());
        long begin = System.nanoTime();
        if (!question.test(type)) {
          throw new IllegalStateException("type " + type + " is not known");
        }
        times[Math.max(i, 0)] = System.nanoTime() - begin;
      }
      Arrays.sort(times);
      return new Latency(times[questions / 2], times[(int) (questions * 0.999)]);
    } finally {
      over.set(true);
      writer.join();
    }
  }

  /** Feeds 100 facts each millisecond. */
  private void write(RuntimeIdMap map, AtomicBoolean over) {
    long begin = System.nanoTime();
    for (int number = 0; !over.get(); number++) {
      program.run(map, number);
      if (number % BURST == 0) {
        long due = begin + number * (1_000_000_000L / FACTS_A_SECOND);
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
  }

  private static boolean ask(Session session, int type) {
    return session.now().classIDs(LiveProgram.module(type), LiveProgram.typeDef(type)).isLoaded();
  }

  private static long used() {
    // The first collection finds what cleaners still hold, the second frees it.
    System.gc();
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
