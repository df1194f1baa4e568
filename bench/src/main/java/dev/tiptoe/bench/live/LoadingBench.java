// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.live;

import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Measures what the loading of modules costs the readers of a session, with the real modules of a
 * folder. For one thread.
 */
public final class LoadingBench {

  private static final int LOADS_A_SECOND = 180;
  private static final int READERS = 8;

  /** How many plugins are loaded at a time. */
  private static final int PLUGINS = 50;

  private static final long SECOND = 1_000_000_000L;

  /** Of each reader, for which latencies are kept. */
  private static final int MOST_LATENCIES = 1 << 21;

  /**
   * What readers got beside the loading of modules.
   *
   * @param time nanoseconds of the measurement for each answer, of any reader
   * @param slow of a thousand questions, what the slowest took in nanoseconds
   */
  public record Reading(double time, double slow) {}

  private interface Question {
    /** Asks for a type that is loaded, and returns whether the answer is right. */
    boolean ask(int load, int type);
  }

  private final FrameworkProgram program;

  /** A program of the modules of a folder. */
  public LoadingBench(Path folder) throws IOException {
    this.program = FrameworkProgram.of(folder);
  }

  /** How many types the program has before it loads plugins. */
  public int types() {
    return IntStream.range(0, program.modules()).map(program::types).sum();
  }

  /** Nanoseconds for a module, of loading all of them and one question at the end. */
  public double askedOnce() {
    return loading(false);
  }

  /** Nanoseconds for a module, of loading each and one question after it. */
  public double askedAfterEach() {
    return loading(true);
  }

  private double loading(boolean askAfterEach) {
    Session session = new Session();
    int last = program.modules() - 1;
    long begin = System.nanoTime();
    for (int load = 0; load <= last; load++) {
      program.load(session.feed(), load);
      if (askAfterEach || load == last) {
        check(ask(session, load, 0));
      }
    }
    return (double) (System.nanoTime() - begin) / program.modules();
  }

  /** What readers of a session get while plugins are loaded and unloaded, for so many seconds. */
  public Reading session(int seconds) {
    Session session = new Session();
    loadAll(session.map());
    check(ask(session, 0, 0));
    return reading(session.map(), seconds, (load, type) -> ask(session, load, type));
  }

  /** The same of readers of the map alone. */
  public Reading map(int seconds) {
    RuntimeIdMap map = Session.newMap();
    loadAll(map);
    return reading(
        map,
        seconds,
        (load, type) ->
            map.now()
                .observedClassIDs(program.module(load), program.typeDef(load, type))
                .isLoaded());
  }

  private void loadAll(RuntimeIdMap map) {
    for (int load = 0; load < program.modules(); load++) {
      program.load(map, load);
    }
  }

  private boolean ask(Session session, int load, int type) {
    return session.now().classIDs(program.module(load), program.typeDef(load, type)).isLoaded();
  }

  private Reading reading(RuntimeIdMap map, int seconds, Question question) {
    ExecutorService threads = Executors.newFixedThreadPool(1 + READERS);
    try {
      long begin = System.nanoTime();
      long measured = begin + SECOND; // the first second warms up
      long end = measured + seconds * SECOND;
      List<Future<long[]>> readers = new ArrayList<>();
      for (int reader = 0; reader < READERS; reader++) {
        int seed = reader;
        readers.add(threads.submit(() -> read(question, measured, end, seed)));
      }
      threads.submit(() -> write(map, begin, end)).get();
      long[][] latencies = new long[READERS][];
      for (int reader = 0; reader < READERS; reader++) {
        latencies[reader] = readers.get(reader).get();
      }
      return reading(seconds, latencies);
    } catch (ExecutionException | InterruptedException e) {
      throw new IllegalStateException(e);
    } finally {
      threads.shutdownNow();
    }
  }

  private static Reading reading(int seconds, long[][] latencies) {
    long[] all = Arrays.stream(latencies).flatMapToLong(Arrays::stream).sorted().toArray();
    return new Reading((double) seconds * SECOND / all.length, all[(int) (all.length * 0.999)]);
  }

  private void write(RuntimeIdMap map, long begin, long end) {
    int first = program.modules();
    for (int load = first; System.nanoTime() < end; load++) {
      program.load(map, load);
      if (load - PLUGINS >= first) {
        program.unload(map, load - PLUGINS, load);
      }
      long due = begin + (load - first) * SECOND / LOADS_A_SECOND;
      LockSupport.parkNanos(due - System.nanoTime());
    }
  }

  private long[] read(Question question, long measured, long end, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    long[] latencies = new long[MOST_LATENCIES];
    int count = 0;
    long now = System.nanoTime();
    while (now < end) {
      int load = random.nextInt(program.modules());
      check(question.ask(load, random.nextInt(program.types(load))));
      long then = System.nanoTime();
      if (then >= measured && count < MOST_LATENCIES) {
        latencies[count++] = then - now;
      }
      now = then;
    }
    return Arrays.copyOf(latencies, count);
  }

  private static void check(boolean isRight) {
    if (!isRight) {
      throw new IllegalStateException("a type that is loaded is not known");
    }
  }
}
