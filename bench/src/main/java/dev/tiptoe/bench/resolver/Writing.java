// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.InstanceSource;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that feeds a map until it is closed. It loads types with a method each, unloads them and
 * loads others under the same IDs, and adds instances of types that stay.
 */
final class Writing implements AutoCloseable {

  static final int FULL_SPEED = Integer.MAX_VALUE;

  /** The number of events between two readings of the clock. */
  private static final int BATCH = 100;

  private static final int PASSING_TYPES = 10_000;

  private final RuntimeIdMap map;
  private final Population population;
  private final int eventsPerSecond;
  private final Thread thread = new Thread(this::write, "writer");
  private volatile boolean closed;

  Writing(RuntimeIdMap map, Population population, int eventsPerSecond) {
    this.map = map;
    this.population = population;
    this.eventsPerSecond = eventsPerSecond;
  }

  void begin() {
    thread.start();
  }

  private void write() {
    long start = System.nanoTime();
    for (long written = 0; !closed; written += BATCH) {
      for (long event = written; event < written + BATCH; event++) {
        writeEvent(event);
      }
      if (eventsPerSecond != FULL_SPEED) {
        long due = start + (written + BATCH) * 1_000_000_000L / eventsPerSecond;
        LockSupport.parkNanos(due - System.nanoTime());
      }
    }
  }

  private void writeEvent(long event) {
    int number = (int) (event / 4 % PASSING_TYPES);
    ClassID passing = new ClassID(0x7f50_0000_0000L + number * 0x98L);
    FunctionID method = new FunctionID(0x7f60_0000_0000L + number * 40L);
    switch ((int) (event & 3)) {
      case 0 -> map.classLoaded(PopulationEvents.END, passing, shape(number));
      case 1 ->
          map.functionSeen(
              PopulationEvents.END, method, method(passing, number), FunctionSource.JITTED);
      case 2 -> map.unloadStarted(PopulationEvents.END, passing);
      default ->
          map.instanceSeen(
              PopulationEvents.END,
              new ClassID(population.classID((int) (event % population.types()))),
              InstanceSource.HEAP);
    }
  }

  private static ClassShape shape(int type) {
    return new ClassShape.Defined(
        new ModuleID(Population.moduleID(0)),
        Token.of(0x02, 100_000 + type),
        new ClassID(0),
        List.of());
  }

  private static FunctionShape method(ClassID declaring, int method) {
    return new FunctionShape(
        declaring,
        new ModuleID(Population.moduleID(0)),
        Token.of(0x06, 100_000 + method),
        List.of(),
        "");
  }

  @Override
  public void close() {
    closed = true;
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
