// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.time.Duration;

/**
 * The totals of a walk over the heap; the figures of each class are in the trace. Immutable.
 *
 * @param shortfalls the reasons why it is not complete, as bits defined by the trace format; 0 when
 *     it is complete
 * @param generations a bit for each generation that was walked to its end
 * @param objects the number of objects visited
 * @param bytes their total size
 * @param freeBytes the total size of free space between them
 * @param leftOutBytes the bytes that were not walked
 * @param walking how long the program was stopped for the walk
 * @param collecting how long it was stopped for the collection before it
 * @param classes the number of classes met
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

  /** Returns whether every object on the heap was visited. */
  public boolean isComplete() {
    return shortfalls == 0;
  }
}
