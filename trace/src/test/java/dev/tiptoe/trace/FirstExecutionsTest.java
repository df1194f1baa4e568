// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.tiptoe.metadata.Token;
import dev.tiptoe.resolver.Session;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.FunctionShape;
import dev.tiptoe.resolver.feed.FunctionSource;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ModuleID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class FirstExecutionsTest {

  private static final int IDS = 3;

  /** A fact of a trace, in the trace's order. */
  private record TimedFact(long at, boolean isSample, Consumer<RuntimeFeed> fact) {

    void to(RuntimeFeed feed) {
      fact.accept(feed);
    }
  }

  private static TimedFact sample(long at, CallStack stack) {
    SampledStack sample = new SampledStack(new ThreadID(0x100), stack, stack.ip(0), 10);
    return new TimedFact(at, true, feed -> feed.stackSampled(at, sample));
  }

  private static TimedFact unload(long at, long id) {
    return new TimedFact(at, false, feed -> feed.unloadStarted(at, new FunctionID(id)));
  }

  private static TimedFact method(long at, long id, String name) {
    FunctionShape shape =
        new FunctionShape(new ClassID(0), new ModuleID(0), new Token(0x06000000), List.of(), name);
    return new TimedFact(
        at, false, feed -> feed.functionSeen(at, new FunctionID(id), shape, FunctionSource.STACK));
  }

  /** The map of a trace that gets all samples, after the other facts. */
  private static RuntimeIdMap whole(List<TimedFact> trace) {
    RuntimeIdMap map = Session.newMap();
    trace.stream().filter(fact -> !fact.isSample()).forEach(fact -> fact.to(map));
    trace.stream().filter(TimedFact::isSample).forEach(fact -> fact.to(map));
    return map;
  }

  /** The map of a trace as {@link RecordedSession#readForStacks} fills it. */
  private static RuntimeIdMap forStacks(List<TimedFact> trace) {
    RuntimeIdMap map = Session.newMap();
    trace.stream().filter(fact -> !fact.isSample()).forEach(fact -> fact.to(map));
    FirstSamples samples = new FirstSamples();
    trace.stream().filter(TimedFact::isSample).forEach(fact -> fact.to(samples));
    if (!samples.passTo(map)) {
      FirstExecutions executions = new FirstExecutions(map);
      trace.stream().filter(TimedFact::isSample).forEach(fact -> fact.to(executions));
      executions.end();
    }
    return map;
  }

  private static boolean isReadOnce(List<TimedFact> trace) {
    RuntimeIdMap map = Session.newMap();
    trace.stream().filter(fact -> !fact.isSample()).forEach(fact -> fact.to(map));
    FirstSamples samples = new FirstSamples();
    trace.stream().filter(TimedFact::isSample).forEach(fact -> fact.to(samples));
    return samples.passTo(map);
  }

  /** What each ID means about the time of each fact. */
  private static List<String> meanings(RuntimeIdMap map, List<TimedFact> trace) {
    List<String> meanings = new ArrayList<>();
    for (TimedFact each : trace) {
      for (long at = each.at - 1; at <= each.at + 1; at++) {
        for (long id = 1; id <= IDS; id++) {
          Optional<FunctionFact> fact = map.at(at).meaningOf(new FunctionID(id)).valid();
          meanings.add(at + " " + id + " " + fact.map(it -> it.interval() + " " + it.shape()));
        }
      }
    }
    return meanings;
  }

  @Property(tries = 150)
  void map_ofAnyTrace_meansTheSame(@ForAll long seed) {
    List<TimedFact> trace = trace(seed);
    assertEquals(meanings(whole(trace), trace), meanings(forStacks(trace), trace));
  }

  @Property(tries = 150)
  void map_ofATraceWithoutUnloads_meansTheSame_andTakesOneReading(@ForAll long seed) {
    List<TimedFact> trace = trace(seed, 20);
    trace.replaceAll(fact -> fact.isSample() ? fact : method(fact.at, 1 + fact.at % IDS, "a"));
    assertEquals(meanings(whole(trace), trace), meanings(forStacks(trace), trace));
    List<TimedFact> described = new ArrayList<>(List.of(method(1, 1, "a"), method(2, 2, "b")));
    described.add(method(3, 3, "c"));
    trace.stream().filter(TimedFact::isSample).forEach(described::add);
    assertTrue(isReadOnce(described), described::toString);
    assertEquals(meanings(whole(described), described), meanings(forStacks(described), described));
    described.add(4, unload(150, 1));
    described.add(sample(160, CallStack.of(new long[] {1}, new long[1], false)));
    assertFalse(isReadOnce(described), described::toString);
  }

  @Test
  void samples_whoseTimesGoBackwards_areReadAgain() {
    List<TimedFact> trace = new ArrayList<>();
    for (int i = 0; i < 5000; i++) {
      trace.add(sample(10_000 - i, CallStack.of(new long[] {1}, new long[1], false)));
    }
    assertFalse(isReadOnce(trace));
    assertEquals(meanings(whole(trace), trace), meanings(forStacks(trace), trace));
  }

  private static List<TimedFact> trace(long seed) {
    return trace(seed, 8);
  }

  /**
   * Returns a trace.
   *
   * @param kinds a method is described once in so many facts, another unloaded; the others are
   *     samples
   */
  private static List<TimedFact> trace(long seed, int kinds) {
    Random random = new Random(seed);
    List<CallStack> stacks = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      long[] functions = random.longs(1 + random.nextInt(3), 0, IDS + 1).toArray();
      stacks.add(CallStack.of(functions, new long[functions.length], false));
    }
    List<TimedFact> trace = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      // Nearly in the order of time, as threads with buffers of their own write; no two at once.
      long at = 100L * Math.max(1, 2 * i + random.nextInt(10) - 5) + i;
      long id = 1L + random.nextInt(IDS);
      trace.add(
          switch (random.nextInt(kinds)) {
            case 0 -> method(at, id, "method" + random.nextInt(3));
            case 1 -> unload(at, id);
            default -> sample(at, stacks.get(random.nextInt(stacks.size())));
          });
    }
    return trace;
  }

  @Test
  void samples_thatRepeat_areHeldBack() {
    CallStack stack = CallStack.of(new long[] {1, 2, 0}, new long[3], false);
    List<TimedFact> trace = new ArrayList<>(List.of(method(1, 1, "a"), method(1, 2, "b")));
    for (int i = 0; i < 1000; i++) {
      trace.add(sample(10 + i, stack));
    }
    int[] seen = {0};
    RuntimeIdMap map = Session.newMap();
    trace.stream().filter(fact -> !fact.isSample()).forEach(fact -> fact.to(map));
    FirstExecutions executions = new FirstExecutions(map);
    trace.stream().filter(TimedFact::isSample).forEach(fact -> fact.to(executions));
    executions.end();
    map.history().functions().forEach(fact -> seen[0] += fact.evidence().size());
    assertTrue(seen[0] <= 4, seen[0] + " times");
  }
}
