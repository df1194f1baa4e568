// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

/**
 * How we did beside the peer.
 *
 * @param work what both did
 * @param count number of answers
 * @param ours our median, nanoseconds
 * @param peer the peer's median, nanoseconds
 * @param agree whether both gave the same answers
 */
public record RaceResult(Race work, long count, long ours, long peer, boolean agree) {

  /** Our time by the peer's. */
  public double ratio() {
    return (double) ours / peer;
  }

  /** Whether the ratio is what it should be. */
  public boolean isReached() {
    return ratio() <= work.target();
  }
}
