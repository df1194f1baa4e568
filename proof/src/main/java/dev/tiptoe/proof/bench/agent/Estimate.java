// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import java.util.Arrays;

/**
 * A figure as several rounds gave it: their median, and where the median of any number of rounds
 * would lie. That is known without knowing how the rounds are distributed: between two of them, in
 * order, with the chance that a fair coin gives for as many tosses.
 *
 * @param low the true median is no less, with {@link #CONFIDENCE} for both ends together; of fewer
 *     than six rounds, that cannot be said, and it is the least of them
 * @param median of the rounds
 * @param high the same, upwards
 */
public record Estimate(double low, double median, double high) {

  /** The chance that the interval holds the true median, at least. */
  public static final double CONFIDENCE = 0.95;

  /** Of what the rounds gave; of none, it is no number. */
  static Estimate of(double[] rounds) {
    double[] sorted = rounds.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      return new Estimate(Double.NaN, Double.NaN, Double.NaN);
    }
    int outside = outside(sorted.length);
    return new Estimate(sorted[outside], median(sorted), sorted[sorted.length - 1 - outside]);
  }

  /** Of what was measured several times. */
  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    if (sorted.length == 0) {
      return Double.NaN;
    }
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }

  /**
   * How many rounds may be left out at each end. The true median lies below the k-th of n when
   * fewer than k of them are below it: so many heads of n tosses.
   */
  private static int outside(int rounds) {
    double chance = Math.pow(0.5, rounds); // of no head
    double below = chance;
    int outside = 0;
    while (2 * below <= 1 - CONFIDENCE && 2 * (outside + 1) < rounds) {
      outside++;
      chance *= (double) (rounds - outside + 1) / outside;
      below += chance;
    }
    return Math.max(outside - 1, 0);
  }
}
