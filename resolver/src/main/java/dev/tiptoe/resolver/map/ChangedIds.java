// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

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

  private volatile long taken;

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
    if (gap || count - taken >= MOST) {
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
    take(id -> {});
    gap = false;
  }

  /** Whether IDs were left out since {@link #begin}: then all that is known may have changed. */
  boolean hasGap() {
    return gap;
  }

  /** Hands over the IDs that were added since the last time. */
  void take(LongConsumer action) {
    long until = (long) ADDED.getAcquire(this);
    for (long next = taken; next < until; next++) {
      int place = (int) (next & (CHUNK - 1));
      if (place == 0 && next > 0) {
        first = first.next;
      }
      action.accept(first.ids[place]);
    }
    taken = until;
  }
}
