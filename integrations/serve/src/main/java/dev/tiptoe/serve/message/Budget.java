// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

import java.util.concurrent.atomic.AtomicLong;

/** The memory of all messages in flight. Thread-safe. */
public final class Budget {

  private final long limit;
  private final AtomicLong used = new AtomicLong();

  /** Creates a budget of so many bytes. */
  public Budget(long limit) {
    this.limit = limit;
  }

  /** Returns the bytes that there are. */
  public long limit() {
    return limit;
  }

  /** Returns the bytes that are in use. */
  public long used() {
    return used.get();
  }

  /** Takes bytes if there are so many. */
  boolean tryTake(long bytes) {
    long before = used.get();
    while (before + bytes <= limit) {
      if (used.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = used.get();
    }
    return false;
  }

  /** Takes or gives back bytes, which are in use in any case. */
  void add(long bytes) {
    used.addAndGet(bytes);
  }
}
