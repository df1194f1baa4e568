// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Executor;

/** Lets a number of works run at a time, the others in their order. Thread-safe; never blocks. */
final class Slots {

  private final Executor workers;
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private int free;

  Slots(int count, Executor workers) {
    this.free = count;
    this.workers = workers;
  }

  /** Runs a work on a worker as soon as there is a slot, which the work releases at its end. */
  void acquire(Runnable work) {
    synchronized (this) {
      if (free == 0) {
        waiting.add(work);
        return;
      }
      free--;
    }
    workers.execute(work);
  }

  void release() {
    Runnable next;
    synchronized (this) {
      next = waiting.poll();
      if (next == null) {
        free++;
        return;
      }
    }
    workers.execute(next);
  }
}
