// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.forward;

import dev.tiptoe.serve.setting.Limits;
import java.time.Duration;
import java.util.Optional;

/**
 * The time until which a message is sent. After an interrupted attempt it is unknown whether the
 * back end has accepted the message, and the message may be sent twice. So an attempt begins only
 * if there is enough time for it.
 *
 * @param begin no attempt begins after this, in nanoseconds
 * @param end no attempt lasts longer than to this
 */
public record Times(long begin, long end) {

  private static final long YEAR = Duration.ofDays(365).toNanos();

  /**
   * Of the time that a sender leaves: half of it for the beginning, the last tenth for the answer.
   */
  private static final int BEGIN_PART = 2;

  private static final int ANSWER_PART = 10;

  /**
   * Returns the times of a message that has arrived now.
   *
   * @param left what its sender leaves; empty if it does not say
   */
  public static Times from(long now, Limits limits, Optional<Duration> left) {
    long retry = limits.retry().toNanos();
    if (left.isEmpty() || left.get().toNanos() > YEAR) {
      return new Times(now + retry, now + YEAR);
    }
    long all = left.get().toNanos();
    return new Times(now + Math.min(retry, all / BEGIN_PART), now + all - all / ANSWER_PART);
  }
}
