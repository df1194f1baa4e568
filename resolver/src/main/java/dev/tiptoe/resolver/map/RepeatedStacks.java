// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.feed.CallStack;
import java.util.Arrays;
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

  /** A power of two, and how many places behind the first a stack may have. */
  private static final int PLACES = 1 << 12;

  private static final int TRIES = 8;

  /** A stack, and its samples since the last other fact. */
  private static final class Entry {
    final CallStack stack;
    int samples = 1;
    long last;

    Entry(CallStack stack, long at) {
      this.stack = stack;
      last = at;
    }

    boolean hasUnobserved() {
      return samples > MOST;
    }
  }

  private final ObjLongConsumer<CallStack> observe;
  private final @Nullable Entry[] entries = new Entry[PLACES];
  private boolean used;

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
    int place = place(stack);
    Entry entry = entries[place];
    if (entry == null || entry.stack != stack) {
      if (entry != null) {
        observeLast(entry);
      }
      entries[place] = new Entry(stack, at);
      used = true;
      return false;
    }
    if (at <= entry.last) {
      return at == entry.last;
    }
    entry.last = at;
    return ++entry.samples > MOST;
  }

  /** Returns the place of a stack, a free one, or that of the stack that it replaces. */
  private int place(CallStack stack) {
    int first = System.identityHashCode(stack);
    for (int i = 0; i < TRIES; i++) {
      int place = (first + i) & (PLACES - 1);
      Entry entry = entries[place];
      if (entry == null || entry.stack == stack) {
        return place;
      }
    }
    return first & (PLACES - 1);
  }

  /** Every sample of this stack is to be observed: it has methods whose meaning is not known. */
  void forget(CallStack stack) {
    Entry entry = entries[place(stack)];
    if (entry != null && entry.stack == stack) {
      entry.samples = 0;
    }
  }

  private void observeLast(Entry entry) {
    if (entry.hasUnobserved()) {
      observe.accept(entry.stack, entry.last);
    }
  }

  /** Observes what is left, because another fact follows. */
  void end() {
    if (used) {
      for (Entry entry : entries) {
        if (entry != null) {
          observeLast(entry);
        }
      }
      Arrays.fill(entries, null);
      used = false;
    }
  }
}
