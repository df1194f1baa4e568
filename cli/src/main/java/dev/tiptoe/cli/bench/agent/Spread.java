// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.cli.bench.agent;

import java.util.Arrays;

/**
 * A figure as several rounds gave it.
 *
 * @param low a quarter of the rounds gave less
 * @param median of all
 * @param high a quarter gave more
 */
public record Spread(double low, double median, double high) {

  private static final double QUARTER = 0.25;

  /** Of what the rounds gave; of none, it is no number. */
  static Spread of(double[] rounds) {
    double[] sorted = rounds.clone();
    Arrays.sort(sorted);
    return new Spread(
        quantile(sorted, QUARTER), quantile(sorted, 0.5), quantile(sorted, 1 - QUARTER));
  }

  /** A figure that was measured once. */
  static Spread of(double figure) {
    return new Spread(figure, figure, figure);
  }

  /** Between two of the rounds it is in proportion. */
  private static double quantile(double[] sorted, double part) {
    if (sorted.length == 0) {
      return Double.NaN;
    }
    double place = part * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
  }
}
