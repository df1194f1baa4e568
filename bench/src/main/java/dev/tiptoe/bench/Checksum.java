// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

import java.util.UUID;

/** A checksum over answers in their order, which all sides compute alike. Not thread-safe. */
public final class Checksum {

  private final boolean whole;
  private int count;
  private long sum;

  /**
   * Creates a checksum of no answers.
   *
   * @param whole whether all of each text counts
   */
  Checksum(boolean whole) {
    this.whole = whole;
  }

  /** Creates a checksum of no answers, all of which will be numbers. */
  public static Checksum ofNumbers() {
    return new Checksum(true);
  }

  /** Returns whether all of each text counts. */
  public boolean isWhole() {
    return whole;
  }

  int count() {
    return count;
  }

  long sum() {
    return sum;
  }

  /** Counts things that were done and have no answer. */
  public void count(int done) {
    count += done;
  }

  /** Adds an answer that is a number. */
  public void add(long answer) {
    count++;
    sum = sum * 31 + answer;
  }

  /**
   * Adds an answer that is a text. Usually only its length and its last character count: reading
   * all of a text would cost more than making it.
   */
  void add(String answer) {
    if (whole) {
      add(hash(answer));
    } else {
      int length = answer.length();
      add(((long) length << 16) + (length == 0 ? 0 : answer.charAt(length - 1)));
    }
  }

  /** Adds an answer that is an ID, of which only the first field counts, or its text. */
  void add(UUID answer) {
    if (whole) {
      add(answer.toString());
    } else {
      add(answer.getMostSignificantBits() >> 32);
    }
  }

  private static long hash(String text) {
    long hash = 0;
    for (int i = 0; i < text.length(); i++) {
      hash = hash * 31 + text.charAt(i);
    }
    return hash;
  }
}
