// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Reports problems in lines of text. Of each kind it reports one in ten seconds, with the number of
 * the others, since senders can cause any number. Thread-safe.
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

  /** Reports a rare event. */
  public synchronized void add(String text) {
    try {
      out.accept(text);
    } catch (RuntimeException e) {
      // A line that cannot be written must not hold up messages.
    }
  }

  /**
   * Reports an event that may be frequent.
   *
   * @param kind one of a few
   */
  public synchronized void add(String kind, String text) {
    long now = clock.getAsLong();
    Kind known = kinds.get(kind);
    if (known != null && now - known.next < 0) {
      known.left++;
      return;
    }
    if (known == null) {
      known = new Kind();
      kinds.put(kind, known);
    }
    String others = known.left == 0 ? "" : " (and " + known.left + " others since the last)";
    known.next = now + PAUSE;
    known.left = 0;
    add(text + others);
  }
}
