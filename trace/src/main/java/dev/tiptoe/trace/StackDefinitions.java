// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.CallStack;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The stacks that a trace has defined, by their numbers, until it says that it names them no more.
 *
 * <p>Mutable, for one thread. Retains at most {@value #MOST_FRAMES} frames, more than any agent has
 * in use; what is beyond counts as not defined.
 */
final class StackDefinitions {

  private static final int MOST_FRAMES = 1 << 20;

  private final TreeMap<Long, CallStack> stacks = new TreeMap<>();
  private int frames;

  /** Takes in a stack, and forgets all whose numbers are less than {@code oldest}. */
  void define(long number, long oldest, CallStack stack) {
    var forgotten = stacks.headMap(oldest);
    forgotten.values().forEach(each -> frames -= each.functions().size());
    forgotten.clear();
    if (frames + stack.functions().size() <= MOST_FRAMES) {
      CallStack former = stacks.put(number, stack);
      frames += stack.functions().size() - (former == null ? 0 : former.functions().size());
    }
  }

  /** The stack of a number; empty when its definition was not found. */
  Optional<CallStack> of(long number) {
    return Optional.ofNullable(stacks.get(number));
  }
}
