// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

import java.util.UUID;

/** A sum over answers in their order, which all sides make alike. For one thread. */
public final class Checksum {

  private final boolean whole;
  private int count;
  private long sum;

  /**
   * No answers yet.
   *
   * @param whole whether all of each answer counts
   */
  Checksum(boolean whole) {
    this.whole = whole;
  }

  /** No answers yet, of which all will be numbers. */
  public static Checksum ofNumbers() {
    return new Checksum(true);
  }

  boolean isWhole() {
    return whole;
  }

  int count() {
    return count;
  }

  long sum() {
    return sum;
  }

  /** So many things were done that have no answer. */
  public void count(int done) {
    count += done;
  }

  /** One more answer, a number. */
  public void add(long answer) {
    count++;
    sum = sum * 31 + answer;
  }

  /**
   * One more answer, a text. As a rule only its length and its last character count: it would cost
   * more to go through a text than to make it.
   */
  void add(String answer) {
    if (whole) {
      add(hash(answer));
    } else {
      int length = answer.length();
      add(((long) length << 16) + (length == 0 ? 0 : answer.charAt(length - 1)));
    }
  }

  /** One more answer, an ID, of which the first field counts, or its text. */
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
