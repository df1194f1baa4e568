// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/**
 * The IDs of one kind that changed, in that order, for one follower.
 *
 * <p>One thread adds and one takes; neither waits. At most a million are kept: a follower that lags
 * behind further begins anew.
 */
final class ChangedIds {

  private static final int MOST = 1 << 20;
  private static final int CHUNK = 1 << 10;
  private static final VarHandle ADDED;

  static {
    try {
      ADDED = MethodHandles.lookup().findVarHandle(ChangedIds.class, "added", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A part of the list. */
  private static final class Chunk {
    final long[] ids = new long[CHUNK];
    volatile Chunk next = this;
  }

  private Chunk last = new Chunk();
  private Chunk first = last;

  @SuppressWarnings("UnusedVariable") // through ADDED
  private long added;

  /** How many were taken; of the one that follows. */
  private long taken;

  /** How many of them were dealt with. */
  private volatile long released;

  /** Whether anybody follows. */
  private volatile boolean on;

  /** Whether some were left out. */
  private volatile boolean gap;

  // ---- the writer

  void add(long id) {
    if (on) {
      append(id);
    }
  }

  private void append(long id) {
    long count = added;
    if (gap || count - released >= MOST) {
      gap = true;
      return;
    }
    int place = (int) (count & (CHUNK - 1));
    if (place == 0 && count > 0) {
      Chunk next = new Chunk();
      last.next = next;
      last = next;
    }
    last.ids[place] = id;
    ADDED.setRelease(this, count + 1);
  }

  // ---- the one that follows

  /** Follows from now on, or again after a gap. */
  void begin() {
    on = true;
    take(Integer.MAX_VALUE, id -> {});
    release();
    gap = false;
  }

  /** Whether IDs were left out since {@link #begin}: then all that is known may have changed. */
  boolean hasGap() {
    return gap;
  }

  /** Hands over IDs that were added since the last time. */
  void take(int most, LongConsumer action) {
    long until = Math.min(added(), taken + most);
    while (taken < until) {
      int place = (int) (taken & (CHUNK - 1));
      if (place == 0 && taken > 0) {
        first = first.next;
      }
      long id = first.ids[place];
      taken++;
      action.accept(id);
    }
  }

  /** Publishes that all that was taken is dealt with. */
  void release() {
    if (released != taken) {
      released = taken;
    }
  }

  // ---- anybody

  long added() {
    return (long) ADDED.getAcquire(this);
  }

  long released() {
    return released;
  }
}
