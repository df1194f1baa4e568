// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.time.Duration;

/**
 * The totals of a walk over the heap; the figures of each class are in the trace. Immutable.
 *
 * @param shortfalls why it is not complete, bit by bit as in the trace; 0 when it is
 * @param generations a bit for each generation that was walked to its end
 * @param objects how many were met
 * @param bytes the sizes of these, together
 * @param freeBytes the bytes between these
 * @param leftOutBytes the bytes of what was not walked
 * @param walking how long the program was held up for the walk
 * @param collecting how long it was held up for the collection before it
 * @param classes how many classes were met
 */
public record WalkedHeap(
    int shortfalls,
    int generations,
    long objects,
    long bytes,
    long freeBytes,
    long leftOutBytes,
    Duration walking,
    Duration collecting,
    int classes) {

  /** Whether everything on the heap was met. */
  public boolean isComplete() {
    return shortfalls == 0;
  }
}
