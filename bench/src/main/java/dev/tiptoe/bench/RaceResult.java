// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

/**
 * The result of a race with a peer.
 *
 * @param work the work of both
 * @param count the number of answers
 * @param ours our time in nanoseconds: the median of the rounds, or the shortest
 * @param peer the peer's
 * @param agree whether both gave the same answers
 */
public record RaceResult(Race work, long count, long ours, long peer, boolean agree) {

  /** Returns our time divided by the peer's. */
  public double ratio() {
    return (double) ours / peer;
  }

  /** Returns whether the target is reached. */
  public boolean isReached() {
    return ratio() <= work.target();
  }
}
