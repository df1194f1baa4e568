// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.CallStack;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The stacks that a trace has defined, by number, until the trace no longer refers to them.
 *
 * <p>Mutable, not thread-safe. Retains at most {@value #MOST_FRAMES} frames, more than any agent
 * uses; stacks beyond that count as not defined.
 */
final class StackDefinitions {

  private static final int MOST_FRAMES = 1 << 20;

  private final TreeMap<Long, CallStack> stacks = new TreeMap<>();
  private int frames;

  /** Adds a stack, and forgets all whose numbers are less than {@code oldest}. */
  void define(long number, long oldest, CallStack stack) {
    var forgotten = stacks.headMap(oldest);
    forgotten.values().forEach(each -> frames -= each.functions().size());
    forgotten.clear();
    if (frames + stack.functions().size() <= MOST_FRAMES) {
      CallStack former = stacks.put(number, stack);
      frames += stack.functions().size() - (former == null ? 0 : former.functions().size());
    }
  }

  /** Returns the stack of a number; empty when its definition was not found. */
  Optional<CallStack> of(long number) {
    return Optional.ofNullable(stacks.get(number));
  }
}
