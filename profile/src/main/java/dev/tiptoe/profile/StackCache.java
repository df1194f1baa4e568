// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the stacks of a trace, each of which is one object. It grows with their number,
 * up to {@value #MOST} places; then a new stack can take the place of another. Not thread-safe.
 *
 * @param <V> what is known of a stack
 */
final class StackCache<V extends StackCache.Known> {

  /** Powers of two. */
  private static final int FEWEST = 1 << 14;

  private static final int MOST = 1 << 21;

  /** How many places behind the first a stack may have. */
  private static final int TRIES = 8;

  /** What is known of a stack. */
  abstract static class Known {
    final Object stack;

    Known(Object stack) {
      this.stack = stack;
    }
  }

  private @Nullable Known[] places = new Known[FEWEST];
  private int size;

  /** Returns what is known of a stack; null when nothing is. */
  @SuppressWarnings("unchecked") // only such are put
  @Nullable V of(Object stack) {
    Known known = places[place(stack)];
    return known != null && known.stack == stack ? (V) known : null;
  }

  /** Keeps what is known of a stack, of which nothing was known. */
  void put(V known) {
    if (2 * size >= places.length && places.length < MOST) {
      grow();
    }
    keep(known);
  }

  private void keep(Known known) {
    int place = place(known.stack);
    size += places[place] == null ? 1 : 0;
    places[place] = known;
  }

  private void grow() {
    @Nullable Known[] before = places;
    places = new Known[2 * before.length];
    size = 0;
    for (Known known : before) {
      if (known != null) {
        keep(known);
      }
    }
  }

  /** Returns the place of a stack, a free one, or that of the stack that it replaces. */
  private int place(Object stack) {
    int mask = places.length - 1;
    int first = System.identityHashCode(stack);
    for (int i = 0; i < TRIES; i++) {
      int place = (first + i) & mask;
      Known known = places[place];
      if (known == null || known.stack == stack) {
        return place;
      }
    }
    return first & mask;
  }
}
