// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

/** The part of a budget that one message uses. Thread-safe. */
public final class Charge {

  /** What a message takes beside its bytes: its call, its place in a queue. */
  public static final int OVERHEAD = 4096;

  private final Budget budget;
  private final Sender sender;
  private long held;
  private boolean released;

  /** Creates a charge of nothing. */
  public Charge(Budget budget, Sender sender) {
    this.budget = budget;
    this.sender = sender;
  }

  /** Takes more bytes; returns whether there were so many. */
  public synchronized boolean grow(long bytes) {
    if (released || !budget.tryTake(sender, bytes)) {
      return false;
    }
    held += bytes;
    return true;
  }

  /** Takes more bytes, or gives some back, to have so many; returns whether there were so many. */
  public synchronized boolean change(long bytes) {
    if (bytes > held) {
      return grow(bytes - held);
    }
    if (!released) {
      budget.giveBack(sender, held - bytes);
      held = bytes;
    }
    return !released;
  }

  /** Returns whether so many bytes could be had at another time. */
  public boolean isEverPossible(long bytes) {
    return budget.isEverEnoughFor(bytes);
  }

  /** Gives everything back. A second time does nothing. */
  public synchronized void release() {
    if (!released) {
      released = true;
      budget.giveBack(sender, held);
      held = 0;
    }
  }
}
