// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.jmh;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.LoadedModule;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Looks up the token of a FunctionID, at random: the map of run-time IDs beside a hash map of boxed
 * longs.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class RuntimeIdMapBenchmark {

  private static final int MODULES = 2_000;
  private static final int QUESTIONS = 1 << 16;

  /** The number of living FunctionIDs. */
  @Param({"10000", "1000000"})
  public int ids;

  private final RuntimeIdMap map = Session.newMap();
  private final ConcurrentHashMap<Long, Token> peer = new ConcurrentHashMap<>();
  private final FunctionID[] questions = new FunctionID[QUESTIONS];
  private IdView view = map.now();
  private int next;

  /** Feeds both with the same IDs, spaced as in a runtime. */
  @Setup
  public void load() {
    for (int i = 1; i <= MODULES; i++) {
      map.moduleLoaded(i, new ModuleID(i), LoadedModule.ofFile("m" + i + ".dll"));
    }
    for (int i = 0; i < ids; i++) {
      Token token = Token.of(0x06, 1 + i / MODULES);
      ModuleID module = new ModuleID(1 + i % MODULES);
      FunctionShape shape = new FunctionShape(new ClassID(0), module, token, List.of(), "");
      map.functionSeen(MODULES + i, id(i), shape, FunctionSource.JITTED);
      peer.put(id(i).value(), token);
    }
    Random random = new Random(1);
    for (int i = 0; i < QUESTIONS; i++) {
      questions[i] = id(random.nextInt(ids));
    }
    view = map.now();
  }

  private static FunctionID id(int i) {
    return new FunctionID(0x7f00_0000_0000L + 40L * i);
  }

  /** Ours. */
  @Benchmark
  public int tiptoe() {
    return view.methodDefOf(question()).value();
  }

  /** The peer. */
  @Benchmark
  public int concurrentHashMap() {
    return peer.getOrDefault(question().value(), new Token(0)).value();
  }

  private FunctionID question() {
    next = (next + 1) & (QUESTIONS - 1);
    return questions[next];
  }
}
