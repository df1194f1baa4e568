// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.message.Sender;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Lets a number of works run at a time. Those that wait come in turn, one of each sender, so a
 * sender waits for one work of each other, however many those have. Thread-safe; never blocks.
 */
final class Slots {

  private final Executor workers;
  private final Map<Sender, Queue<Runnable>> waiting = new HashMap<>();

  /** Those whose works wait, the next first. */
  private final Queue<Sender> turns = new ArrayDeque<>();

  private int free;

  Slots(int count, Executor workers) {
    this.free = count;
    this.workers = workers;
  }

  /** Runs a work on a worker as soon as there is a slot, which the work releases at its end. */
  void acquire(Sender sender, Runnable work) {
    synchronized (this) {
      if (free == 0) {
        waiting.computeIfAbsent(sender, this::begin).add(work);
        return;
      }
      free--;
    }
    workers.execute(work);
  }

  private Queue<Runnable> begin(Sender sender) {
    turns.add(sender);
    return new ArrayDeque<>();
  }

  void release() {
    Optional<Runnable> next;
    synchronized (this) {
      next = next();
      if (next.isEmpty()) {
        free++;
      }
    }
    next.ifPresent(workers::execute);
  }

  private Optional<Runnable> next() {
    Sender sender = turns.poll();
    if (sender == null) {
      return Optional.empty();
    }
    Queue<Runnable> own = waiting.getOrDefault(sender, new ArrayDeque<>());
    Optional<Runnable> next = Optional.ofNullable(own.poll());
    if (own.isEmpty()) {
      waiting.remove(sender);
    } else {
      turns.add(sender);
    }
    return next;
  }
}
