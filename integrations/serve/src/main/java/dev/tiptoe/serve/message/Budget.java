// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

/** The memory of all messages in flight, and each sender's share of it. Thread-safe. */
public final class Budget {

  private final long limit;
  private long used;

  /** Creates a budget of so many bytes. */
  public Budget(long limit) {
    this.limit = limit;
  }

  /** Returns the bytes that there are. */
  public long limit() {
    return limit;
  }

  /** Returns whether one sender may have so many bytes when no other sender has any. */
  boolean isEverEnoughFor(long bytes) {
    return Sender.mayHave(bytes, limit - bytes);
  }

  /** Returns the bytes that are in use. */
  public synchronized long used() {
    return used;
  }

  /** Takes bytes if there are so many for this sender. */
  synchronized boolean tryTake(Sender sender, long bytes) {
    if (!Sender.mayHave(sender.bytes + bytes, limit - used - bytes)) {
      return false;
    }
    used += bytes;
    sender.bytes += bytes;
    return true;
  }

  /** Gives bytes back. */
  synchronized void giveBack(Sender sender, long bytes) {
    used -= bytes;
    sender.bytes -= bytes;
  }
}
