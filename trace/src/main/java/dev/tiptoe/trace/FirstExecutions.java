// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.AddressStack;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.id.ThreadID;
import dev.tiptoe.resolver.map.FunctionFact;
import dev.tiptoe.resolver.map.IdView;
import dev.tiptoe.resolver.map.ImageFact;
import dev.tiptoe.resolver.map.Interval;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Passes samples on to a map that has all other facts. Of the executions of a method while its
 * FunctionID has one meaning, it passes on the first, and later in the trace any with an earlier
 * time. The others could not change what an ID means at any time.
 *
 * <p>Not thread-safe. Memory: by methods, and at most {@value #PLACES} stacks.
 */
final class FirstExecutions implements RuntimeFeed {

  /** A power of two. */
  private static final int PLACES = 1 << 14;

  private static final ThreadID ANY = new ThreadID(0);

  /** The times between which an execution adds nothing. */
  private static final class Covered {
    final @Nullable Object stack;
    long from = Long.MIN_VALUE;
    long to = Long.MAX_VALUE;

    Covered(@Nullable Object stack) {
      this.stack = stack;
    }

    boolean has(long at) {
      return from <= at && at < to;
    }

    void narrow(Covered other) {
      from = Math.max(from, other.from);
      to = Math.min(to, other.to);
    }
  }

  private final RuntimeIdMap map;

  /** The IDs that mean something at any time. */
  private final Set<Long> described = new HashSet<>();

  private final Map<Long, Covered> functions = new HashMap<>();
  private final @Nullable Covered[] stacks = new Covered[PLACES];
  private long newest = Long.MIN_VALUE;

  FirstExecutions(RuntimeIdMap map) {
    this.map = map;
    map.history().functions().forEach(function -> described.add(function.id().value()));
  }

  @Override
  public void stackSampled(long at, SampledStack sample) {
    newest = Math.max(newest, at);
    CallStack stack = sample.stack();
    int place = System.identityHashCode(stack) & (PLACES - 1);
    Covered known = stacks[place];
    if (known == null || known.stack != stack || !known.has(at)) {
      stacks[place] = observed(stack, at);
    }
  }

  @Override
  public void addressSampled(long at, AddressSample sample) {
    newest = Math.max(newest, at);
    AddressStack stack = sample.stack();
    int place = System.identityHashCode(stack) & (PLACES - 1);
    Covered known = stacks[place];
    if (known == null || known.stack != stack || !known.has(at)) {
      Covered covered = new Covered(stack);
      for (int i = 1; i < stack.depth(); i++) {
        covered.narrow(observed(sample.executing(i), at));
      }
      stacks[place] = covered;
    }
    observed(sample.leaf(), at);
  }

  /**
   * Observes the method whose code is at an address; covers no more time than that is known for.
   */
  private Covered observed(long address, long at) {
    IdView then = map.at(at);
    FunctionID id = then.functionAt(address);
    if (!id.isNone()) {
      return remembered(id, at);
    }
    Covered covered = new Covered(null);
    Optional<Interval> image = then.imageAt(address).map(ImageFact::interval);
    covered.from = image.map(Interval::from).orElse(at);
    covered.to = image.map(Interval::to).orElse(at + 1);
    return covered;
  }

  private Covered remembered(FunctionID id, long at) {
    Covered function = functions.get(id.value());
    if (function == null || !function.has(at)) {
      function = observed(id, at);
      functions.put(id.value(), function);
    }
    return function;
  }

  private Covered observed(CallStack stack, long at) {
    Covered covered = new Covered(stack);
    for (int i = 0; i < stack.depth(); i++) {
      FunctionID id = stack.function(i);
      if (!id.isNone()) {
        covered.narrow(remembered(id, at));
      }
    }
    return covered;
  }

  private Covered observed(FunctionID id, long at) {
    map.stackSampled(at, ANY, List.of(id), false);
    Covered covered = new Covered(null);
    covered.from = at;
    if (described.contains(id.value())) {
      Optional<FunctionFact> meaning = map.at(at).meaningOf(id).valid();
      covered.to = meaning.map(fact -> fact.interval().to()).orElse(at + 1);
    }
    return covered;
  }

  /**
   * Observes an execution, and returns whether later ones add nothing: whether the FunctionID keeps
   * its meaning to the end.
   */
  boolean isLasting(FunctionID id, long at) {
    return observed(id, at).to == Long.MAX_VALUE;
  }

  /** Reports to the map how far the samples reach. */
  void end() {
    end(newest);
  }

  /** Reports to the map that samples reach to a time; the least value means that there are none. */
  void end(long newest) {
    if (newest != Long.MIN_VALUE) {
      map.stackSampled(newest, ANY, List.of(), false);
    }
  }
}
