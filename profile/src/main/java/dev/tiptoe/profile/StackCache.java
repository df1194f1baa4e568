// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.lang.ref.WeakReference;
import org.jspecify.annotations.Nullable;

/**
 * Caches a value for each stack of a trace while its object is in use elsewhere; each stack is one
 * object. A reader releases stacks that its trace no longer refers to, so memory depends on the
 * stacks that can occur again, not on the number of all stacks.
 *
 * <p>It grows with the number of stacks in use, up to {@value #MOST} places; then a new stack can
 * take the place of another. Not thread-safe.
 *
 * @param <V> what is known of a stack
 */
final class StackCache<V extends StackCache.Known> {

  /** Powers of two. */
  private static final int FEWEST = 1 << 14;

  private static final int MOST = 1 << 21;

  /** How many places behind the first a stack may have. */
  private static final int TRIES = 8;

  /** What is known of a stack; it does not retain the stack. */
  abstract static class Known extends WeakReference<Object> {
    Known(Object stack) {
      super(stack);
    }
  }

  private @Nullable Known[] places = new Known[FEWEST];
  private int size;

  /** With how many taken places room is made. */
  private int most = FEWEST / 2;

  /** Returns what is known of a stack; null when nothing is. */
  @SuppressWarnings("unchecked") // only such are put
  @Nullable V of(Object stack) {
    int mask = places.length - 1;
    int first = System.identityHashCode(stack);
    for (int i = 0; i < TRIES; i++) {
      Known known = places[(first + i) & mask];
      if (known == null) {
        return null;
      }
      if (known.refersTo(stack)) {
        return (V) known;
      }
    }
    return null;
  }

  /** Keeps what is known of a stack, of which nothing was known. */
  void put(Object stack, V known) {
    if (size >= most) {
      makeRoom();
    }
    keep(stack, known);
  }

  private void keep(Object stack, Known known) {
    int place = place(stack);
    size += places[place] == null ? 1 : 0;
    places[place] = known;
  }

  /** Forgets the stacks that are out of use, and grows if many are left. */
  private void makeRoom() {
    @Nullable Known[] before = places;
    int used = 0;
    for (Known known : before) {
      used += known == null || known.refersTo(null) ? 0 : 1;
    }
    boolean grows = 4 * used > before.length && before.length < MOST;
    places = new Known[grows ? 2 * before.length : before.length];
    size = 0;
    for (Known known : before) {
      Object stack = known == null ? null : known.get();
      if (known != null && stack != null) {
        keep(stack, known);
      }
    }
    most = Math.max(places.length / 2, size + places.length / 4);
  }

  /**
   * Returns a place for a new stack: a free one, that of a stack that is out of use, or that of the
   * stack that it replaces.
   */
  private int place(Object stack) {
    int mask = places.length - 1;
    int first = System.identityHashCode(stack);
    for (int i = 0; i < TRIES; i++) {
      int place = (first + i) & mask;
      Known known = places[place];
      if (known == null || known.refersTo(null)) {
        return place;
      }
    }
    return first & mask;
  }
}
