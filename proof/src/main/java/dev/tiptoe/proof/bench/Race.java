// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench;

/**
 * Work that all sides do, and the ratio of our time to the fastest peer's that we mean to reach.
 */
public interface Race extends Work {

  /** The ratio to reach. */
  double target();
}
