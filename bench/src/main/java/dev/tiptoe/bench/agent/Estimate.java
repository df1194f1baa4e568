// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import java.util.Arrays;

/**
 * A figure from several rounds: their median, and an interval for the true median of any number of
 * rounds. The interval does not depend on the distribution of the rounds: the true median lies
 * between two of the ordered rounds with the probability that a fair coin gives for as many tosses.
 *
 * @param low a lower bound of the true median, with {@link #CONFIDENCE} for both bounds together;
 *     with fewer than six rounds no such bound exists, and this is the least round
 * @param median the median of the rounds
 * @param high the upper bound
 */
public record Estimate(double low, double median, double high) {

  /** The least probability that the interval contains the true median. */
  public static final double CONFIDENCE = 0.95;

  /** Computes the estimate from the rounds; NaN from none. */
  static Estimate of(double[] rounds) {
    double[] sorted = rounds.clone();
    Arrays.sort(sorted);
    if (sorted.length == 0) {
      return new Estimate(Double.NaN, Double.NaN, Double.NaN);
    }
    int outside = outside(sorted.length);
    return new Estimate(sorted[outside], median(sorted), sorted[sorted.length - 1 - outside]);
  }

  /** Returns the median of several values. */
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
   * Returns how many rounds may be left out at each end. The true median lies below the k-th of n
   * when fewer than k of them are below it, like the number of heads in n tosses.
   */
  private static int outside(int rounds) {
    double chance = Math.pow(0.5, rounds); // of no heads
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
