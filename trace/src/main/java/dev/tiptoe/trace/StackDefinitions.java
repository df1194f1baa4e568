// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.CallStack;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The stacks that a trace has defined, by number, until the trace no longer refers to them.
 *
 * <p>Mutable, not thread-safe. Retains at most {@value #MOST_FRAMES} frames, more than any agent
 * uses; stacks beyond that count as not defined.
 */
final class StackDefinitions {

  private static final int MOST_FRAMES = 1 << 20;

  /** A power of two. */
  private static final int NEAR = 1 << 13;

  private final TreeMap<Long, CallStack> stacks = new TreeMap<>();
  private int frames;

  /** Some of the stacks again, by the last bits of their numbers. */
  private final @Nullable CallStack[] near = new CallStack[NEAR];

  private final long[] nearNumbers = new long[NEAR];

  /** Adds a stack, and forgets all whose numbers are less than {@code oldest}. */
  void define(long number, long oldest, CallStack stack) {
    NavigableMap<Long, CallStack> forgotten = stacks.headMap(oldest, false);
    forgotten.forEach(
        (old, each) -> {
          frames -= each.depth();
          removeNear(old);
        });
    forgotten.clear();
    if (frames + stack.depth() <= MOST_FRAMES) {
      CallStack former = stacks.put(number, stack);
      frames += stack.depth() - (former == null ? 0 : former.depth());
      removeNear(number);
    }
  }

  /** Returns the stack of a number; empty when its definition was not found. */
  Optional<CallStack> of(long number) {
    return Optional.ofNullable(find(number));
  }

  private void removeNear(long number) {
    int place = (int) number & (NEAR - 1);
    if (nearNumbers[place] == number) {
      near[place] = null;
    }
  }

  /** Returns the stack of a number; null when its definition was not found. */
  @Nullable CallStack find(long number) {
    int place = (int) number & (NEAR - 1);
    CallStack found = near[place];
    if (found == null || nearNumbers[place] != number) {
      found = stacks.get(number);
      near[place] = found;
      nearNumbers[place] = number;
    }
    return found;
  }
}
