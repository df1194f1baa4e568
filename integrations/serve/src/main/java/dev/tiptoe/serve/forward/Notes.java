// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells people about problems. Of one kind it tells one in ten seconds, and how many others there
 * were: senders can cause any number. Thread-safe.
 */
public final class Notes {

  private static final long PAUSE = TimeUnit.SECONDS.toNanos(10);

  private final Consumer<String> out;
  private final LongSupplier clock;
  private final Map<String, Kind> kinds = new HashMap<>();

  private static final class Kind {
    private long next;
    private long left;
  }

  /**
   * Creates one.
   *
   * @param out takes lines, by one thread at a time
   * @param clock nanoseconds
   */
  public Notes(Consumer<String> out, LongSupplier clock) {
    this.out = out;
    this.clock = clock;
  }

  /** Tells something that is rare. */
  public synchronized void tell(String text) {
    try {
      out.accept(text);
    } catch (RuntimeException e) {
      // A line that cannot be written must not hold up messages.
    }
  }

  /**
   * Tells something that may be frequent.
   *
   * @param kind one of a few
   */
  public synchronized void tell(String kind, String text) {
    long now = clock.getAsLong();
    Kind told = kinds.get(kind);
    if (told != null && now - told.next < 0) {
      told.left++;
      return;
    }
    if (told == null) {
      told = new Kind();
      kinds.put(kind, told);
    }
    String others = told.left == 0 ? "" : " (and " + told.left + " others since the last)";
    told.next = now + PAUSE;
    told.left = 0;
    tell(text + others);
  }
}
