// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.loadedness;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/**
 * A queue of changed IDs of one kind, for one consumer.
 *
 * <p>One thread adds and one takes; neither waits. The queue keeps at most a million IDs. A
 * consumer that falls further behind computes everything anew.
 */
final class IdQueue {

  private static final int MOST = 1 << 20;
  private static final int CHUNK = 1 << 10;
  private static final VarHandle ADDED;

  static {
    try {
      ADDED = MethodHandles.lookup().findVarHandle(IdQueue.class, "added", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  /** A part of the queue. */
  private static final class Chunk {
    final long[] ids = new long[CHUNK];
    volatile Chunk next = this;
  }

  private Chunk last = new Chunk();
  private Chunk first = last;

  @SuppressWarnings("UnusedVariable") // through ADDED
  private long added;

  /** How many were taken; used by the consumer alone. */
  private long taken;

  /** How many were taken and applied. */
  private volatile long released;

  /** Whether there is a consumer yet. */
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

  // ---- the consumer

  /** Empties the queue, and keeps what is added from now on. */
  void begin() {
    on = true;
    take(Integer.MAX_VALUE, id -> {});
    release();
    gap = false;
  }

  /** Whether IDs were left out since {@link #begin}: then any ID may have changed. */
  boolean hasGap() {
    return gap;
  }

  /** Passes the IDs that were added since the last call, at most so many. */
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

  /** Publishes that everything taken is applied. */
  void release() {
    if (released != taken) {
      released = taken;
    }
  }

  // ---- any thread

  long added() {
    return (long) ADDED.getAcquire(this);
  }

  long released() {
    return released;
  }
}
