// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

/** What one message has of a budget. Thread-safe. */
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

  /** Sets the bytes to what is in use in any case. */
  public synchronized void set(long bytes) {
    if (!released) {
      budget.add(sender, bytes - held);
      held = bytes;
    }
  }

  /** Gives everything back. A second time does nothing. */
  public synchronized void release() {
    if (!released) {
      released = true;
      budget.add(sender, -held);
      held = 0;
    }
  }
}
