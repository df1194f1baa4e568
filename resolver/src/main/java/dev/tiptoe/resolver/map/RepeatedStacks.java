// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.CallStack;
import java.util.function.ObjLongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes samples of a stack that was sampled often since the last other fact. The writer's own.
 *
 * <p>Of repeated evidence a row keeps the first times and the last ({@link Repeats}). So the first
 * {@value #MOST} samples of a stack are observed one by one. Of the following ones only the last is
 * observed, before the next other fact: until then no row can change, and no sample in between
 * could add anything. Retains {@value #PLACES} stacks at most.
 */
final class RepeatedStacks {

  private static final int MOST = 16;

  /** A power of two. */
  private static final int PLACES = 1 << 12;

  private final ObjLongConsumer<CallStack> observe;
  private final @Nullable CallStack[] stacks = new CallStack[PLACES];
  private final int[] samples = new int[PLACES];
  private final long[] last = new long[PLACES];

  /** The places in use; those with a sample that is not observed yet have more than MOST. */
  private final int[] used = new int[PLACES];

  private int count;

  /**
   * Creates an instance.
   *
   * @param observe observes the methods of a stack at a time
   */
  RepeatedStacks(ObjLongConsumer<CallStack> observe) {
    this.observe = observe;
  }

  /** Returns whether this sample adds nothing now; it then may be observed later. */
  boolean isRepetition(CallStack stack, long at) {
    int place = System.identityHashCode(stack) & (PLACES - 1);
    CallStack known = stacks[place];
    if (known != stack) {
      if (known == null) {
        used[count++] = place;
      } else {
        observeLast(place, known);
      }
      stacks[place] = stack;
      samples[place] = 1;
      last[place] = at;
      return false;
    }
    if (at < last[place]) {
      return false;
    }
    last[place] = at;
    if (samples[place] < MOST) {
      samples[place]++;
      return false;
    }
    samples[place] = MOST + 1;
    return true;
  }

  /** Every sample of this stack is to be observed: it has methods whose meaning is not known. */
  void forget(CallStack stack) {
    int place = System.identityHashCode(stack) & (PLACES - 1);
    if (stacks[place] == stack) {
      samples[place] = 0;
    }
  }

  private void observeLast(int place, CallStack stack) {
    if (samples[place] > MOST) {
      samples[place] = MOST;
      observe.accept(stack, last[place]);
    }
  }

  /** Observes what is left, because another fact follows. */
  void end() {
    if (count > 0) {
      for (int i = 0; i < count; i++) {
        int place = used[i];
        CallStack stack = stacks[place];
        if (stack != null) {
          observeLast(place, stack);
        }
        stacks[place] = null;
      }
      count = 0;
    }
  }
}
