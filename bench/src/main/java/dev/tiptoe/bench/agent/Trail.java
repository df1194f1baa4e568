// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.trace.SamplerState;
import dev.tiptoe.trace.SamplerTotals;
import java.util.Optional;

/**
 * What an observer wrote during a part of a program's run.
 *
 * @param samples the number of stacks
 * @param bytes by which the file grew; 0 where that is not known
 * @param ringBytes the memory that it shares with the kernel
 * @param totals the agent's own totals of the whole run
 * @param state the sampler's settings and results over the whole run
 */
record Trail(
    long samples,
    long bytes,
    long ringBytes,
    Optional<SamplerTotals> totals,
    Optional<SamplerState> state) {

  static final Trail NONE = of(0, 0);

  /** Creates a trail of an observer that reports nothing else. */
  static Trail of(long samples, long bytes) {
    return new Trail(samples, bytes, 0, Optional.empty(), Optional.empty());
  }
}
