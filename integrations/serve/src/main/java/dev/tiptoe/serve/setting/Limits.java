// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.serve.setting;

import java.time.Duration;
import java.util.List;

/**
 * The limits for senders.
 *
 * @param memory bytes of all messages: half of it for those in flight, half for naming frames
 * @param message bytes of the largest message, uncompressed
 * @param connections connections at a time, by gRPC and HTTP together
 * @param sends messages that are sent to the back end at a time
 * @param perSender messages of one connection that are sent at a time; with more than one their
 *     order is not kept
 * @param receive the time in which a message must arrive, from the beginning of its call
 * @param attempt the time that the back end has for an answer
 * @param retry how long attempts to send a message may begin; then it is given back to its sender
 */
public record Limits(
    long memory,
    int message,
    int connections,
    int sends,
    int perSender,
    Duration receive,
    Duration attempt,
    Duration retry) {

  /**
   * How many times its size a message may need while its frames are named. Those of profilers need
   * three; one of nothing but distinct frames needs this.
   */
  public static final int WORKING = 8;

  /** Receiving one message must leave room for others. */
  private static final int LEAST_MESSAGES = 2;

  private static final Duration SHORTEST = Duration.ofMillis(100);
  private static final int LARGEST = 64 << 20;
  private static final int USUAL_MESSAGE = 16 << 20;

  /**
   * Requires that a message can be held.
   *
   * @throws IllegalArgumentException when the largest message does not fit into the memory twice,
   *     or a number is not positive
   */
  public Limits {
    if (message < 1 || message > LARGEST || connections < 1 || sends < 1 || perSender < 1) {
      throw new IllegalArgumentException(
          "a message has 1 byte to 64 MiB, and there is at least one connection and one send");
    }
    if ((long) message * WORKING * LEAST_MESSAGES > memory) {
      throw new IllegalArgumentException(
          "messages of "
              + message
              + " bytes need "
              + (long) message * WORKING * LEAST_MESSAGES
              + " bytes of memory in flight, of which there are "
              + memory);
    }
    for (Duration time : List.of(receive, attempt, retry)) {
      if (time.compareTo(SHORTEST) < 0) {
        throw new IllegalArgumentException(
            "a time limit is at least " + SHORTEST.toMillis() + " ms");
      }
    }
  }

  /**
   * Returns the part of the memory in which frames are named; messages in flight have the other.
   */
  public long naming() {
    return memory / 2;
  }

  /** Returns the limits that suit this JVM: a third of its heap for messages. */
  public static Limits usual() {
    return of(Runtime.getRuntime().maxMemory() / 3);
  }

  /** Returns the limits that suit so much memory. */
  public static Limits of(long memory) {
    long largest = Math.max(1, memory / (WORKING * LEAST_MESSAGES));
    return new Limits(
        memory,
        (int) Math.min(USUAL_MESSAGE, largest),
        1024,
        64,
        1,
        Duration.ofSeconds(20),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30));
  }
}
