// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.message;

import java.time.Duration;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * The times between attempts: each about twice as long as the last, up to a limit, and a random
 * part of it, so that senders that were refused together do not retry together. Thread-safe.
 */
public final class Delays {

  private static final long FIRST_MILLIS = 100;
  private static final long LONGEST_MILLIS = 5_000;
  private static final int MOST_DOUBLINGS = 16;

  private final RandomGenerator random;

  /** Creates delays with their random part from a generator, which must be thread-safe. */
  public Delays(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Returns the time before an attempt.
   *
   * @param failed how many have failed, at least one
   * @param asked the delay that the back end has requested
   */
  public Duration before(int failed, Optional<Duration> asked) {
    long most =
        Math.min(LONGEST_MILLIS, FIRST_MILLIS << Math.min(MOST_DOUBLINGS, Math.max(0, failed - 1)));
    long millis = most / 2 + random.nextLong(most / 2 + 1);
    long least = asked.orElse(Duration.ZERO).toMillis();
    // A request for no delay gets the usual one.
    return least > millis
        ? Duration.ofMillis(least + random.nextLong(least / 4 + 1))
        : Duration.ofMillis(millis);
  }

  /**
   * Returns the delay for a sender.
   *
   * @param asked the delay that the back end has requested
   */
  public Duration forSender(Optional<Duration> asked) {
    Duration usual = forSender();
    return asked.isPresent() && asked.get().compareTo(usual) > 0
        ? asked.get().plusMillis(random.nextLong(asked.get().toMillis() / 4 + 1))
        : usual;
  }

  /** Returns the delay for a sender if the back end has requested none. */
  public Duration forSender() {
    return Duration.ofMillis(1_000 + random.nextLong(1_001));
  }
}
