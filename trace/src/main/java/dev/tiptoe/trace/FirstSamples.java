// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.AddressSample;
import dev.tiptoe.resolver.feed.CallStack;
import dev.tiptoe.resolver.feed.RuntimeFeed;
import dev.tiptoe.resolver.feed.SampledStack;
import dev.tiptoe.resolver.id.FunctionID;
import dev.tiptoe.resolver.map.RuntimeIdMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the first execution of each method, and those with an earlier time that come later in
 * the trace: all that {@link FirstExecutions} passes on where each FunctionID has one meaning from
 * its first execution to the end. Whether that is so is known when all other facts are.
 *
 * <p>Not thread-safe. Memory: by methods, and at most {@value #PLACES} stacks.
 */
final class FirstSamples implements RuntimeFeed {

  /** A power of two. */
  private static final int PLACES = 1 << 14;

  /** Samples whose times go backwards could be any number. */
  private static final int MOST_OF_A_METHOD = 4;

  private static final int FEW = 1000;

  private record Execution(FunctionID method, long at) {}

  private final @Nullable CallStack[] stacks = new CallStack[PLACES];

  /** The time of the first sample of each of the stacks. */
  private final long[] since = new long[PLACES];

  private final Map<FunctionID, Long> earliest = new HashMap<>();
  private final List<Execution> executions = new ArrayList<>();
  private long newest = Long.MIN_VALUE;
  private boolean isInsufficient;

  @Override
  public void stackSampled(long at, SampledStack sample) {
    newest = Math.max(newest, at);
    CallStack stack = sample.stack();
    int place = System.identityHashCode(stack) & (PLACES - 1);
    if ((stacks[place] != stack || at < since[place]) && !isInsufficient) {
      for (int i = 0; i < stack.depth(); i++) {
        collect(stack.function(i), at);
      }
      stacks[place] = stack;
      since[place] = at;
    }
  }

  private void collect(FunctionID method, long at) {
    Long known = method.isNone() ? Long.valueOf(Long.MIN_VALUE) : earliest.get(method);
    if (known == null || at < known) {
      earliest.put(method, at);
      executions.add(new Execution(method, at));
      isInsufficient |= executions.size() > MOST_OF_A_METHOD * (earliest.size() + FEW);
    }
  }

  /** What code is at an address is known when all other facts are. */
  @Override
  public void addressSampled(long at, AddressSample sample) {
    isInsufficient = true;
  }

  /**
   * Passes the executions on to a map that has all other facts. Returns whether these suffice;
   * where they do not, all samples have to be read again.
   */
  boolean passTo(RuntimeIdMap map) {
    if (isInsufficient) {
      return false;
    }
    FirstExecutions sufficient = new FirstExecutions(map);
    for (Execution execution : executions) {
      if (!sufficient.isLasting(execution.method, execution.at)) {
        return false;
      }
    }
    sufficient.end(newest);
    return true;
  }
}
