// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench;

/** A work that all sides do, with a target for the ratio of our time to the fastest peer's. */
public interface Race extends Work {

  /** Returns the target. */
  double target();
}
