// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The stacks that a trace has defined, by number, until the trace no longer refers to them.
 *
 * <p>Mutable, not thread-safe. Retains at most {@value #MOST_FRAMES} frames, more than any agent
 * uses; stacks beyond that count as not defined.
 *
 * @param <S> the stacks
 */
final class StackDefinitions<S> {

  private static final int MOST_FRAMES = 1 << 20;

  /** A power of two. */
  private static final int NEAR = 1 << 13;

  private final ToIntFunction<S> depth;
  private final TreeMap<Long, S> stacks = new TreeMap<>();
  private int frames;

  /** Some of the stacks again, by the last bits of their numbers. */
  private final @Nullable Object[] near = new Object[NEAR];

  private final long[] nearNumbers = new long[NEAR];

  /** Creates definitions of stacks that have so many frames each. */
  StackDefinitions(ToIntFunction<S> depth) {
    this.depth = depth;
  }

  /** Adds a stack, and forgets all whose numbers are less than {@code oldest}. */
  void define(long number, long oldest, S stack) {
    NavigableMap<Long, S> forgotten = stacks.headMap(oldest, false);
    forgotten.forEach(
        (old, each) -> {
          frames -= depth.applyAsInt(each);
          removeNear(old);
        });
    forgotten.clear();
    if (frames + depth.applyAsInt(stack) <= MOST_FRAMES) {
      S former = stacks.put(number, stack);
      frames += depth.applyAsInt(stack) - (former == null ? 0 : depth.applyAsInt(former));
      removeNear(number);
    }
  }

  /** Returns the stack of a number; empty when its definition was not found. */
  Optional<S> of(long number) {
    return Optional.ofNullable(find(number));
  }

  private void removeNear(long number) {
    int place = (int) number & (NEAR - 1);
    if (nearNumbers[place] == number) {
      near[place] = null;
    }
  }

  /** Returns the stack of a number; null when its definition was not found. */
  @Nullable S find(long number) {
    int place = (int) number & (NEAR - 1);
    @SuppressWarnings("unchecked")
    S found = (S) near[place];
    if (found == null || nearNumbers[place] != number) {
      found = stacks.get(number);
      near[place] = found;
      nearNumbers[place] = number;
    }
    return found;
  }
}
