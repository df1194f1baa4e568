// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.message.Sender;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.Executor;

/**
 * Limits the number of tasks that run at a time, and their memory. Waiting tasks run in turn, one
 * of each sender, so a sender waits for at most one task of each other sender. A task that does not
 * fit yet is not overtaken. Thread-safe; never blocks.
 */
final class Slots {

  private final Executor workers;
  private final Map<Sender, Queue<Work>> waiting = new HashMap<>();

  /** Those whose works wait, the next first. */
  private final Queue<Sender> turns = new ArrayDeque<>();

  private int free;
  private long memory;

  private record Work(long memory, Runnable action) {}

  /**
   * Creates slots.
   *
   * @param count of works
   * @param memory of all works that run
   */
  Slots(int count, long memory, Executor workers) {
    this.free = count;
    this.memory = memory;
    this.workers = workers;
  }

  /**
   * Runs a work on a worker as soon as there is a slot, which the work releases at its end.
   *
   * @param needed its memory; no more than there is at first
   */
  void acquire(Sender sender, long needed, Runnable work) {
    synchronized (this) {
      waiting.computeIfAbsent(sender, this::begin).add(new Work(needed, work));
    }
    runThoseThatFit();
  }

  private Queue<Work> begin(Sender sender) {
    turns.add(sender);
    return new ArrayDeque<>();
  }

  /** Gives a slot back, with the memory of its work. */
  void release(long needed) {
    synchronized (this) {
      free++;
      memory += needed;
    }
    runThoseThatFit();
  }

  private void runThoseThatFit() {
    List<Runnable> now = new ArrayList<>();
    synchronized (this) {
      while (isNextFitting()) {
        now.add(next());
      }
    }
    now.forEach(workers::execute);
  }

  private boolean isNextFitting() {
    Sender sender = turns.peek();
    Queue<Work> own = sender == null ? null : waiting.get(sender);
    return free > 0 && own != null && own.element().memory() <= memory;
  }

  private Runnable next() {
    Sender sender = turns.remove();
    Queue<Work> own = waiting.getOrDefault(sender, new ArrayDeque<>());
    Work work = own.remove();
    if (own.isEmpty()) {
      waiting.remove(sender);
    } else {
      turns.add(sender);
    }
    free--;
    memory -= work.memory();
    return work.action();
  }
}
