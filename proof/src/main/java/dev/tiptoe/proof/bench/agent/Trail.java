// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import dev.tiptoe.trace.SamplerState;
import dev.tiptoe.trace.SamplerTotals;
import java.util.Optional;

/**
 * What an observer wrote down about a stretch of a program's run.
 *
 * @param samples stacks
 * @param bytes of the file that grew meanwhile; 0 where that is not known
 * @param totals the agent's own, of the whole run
 * @param state how the sampler was set and what it achieved, over the whole run
 */
record Trail(
    long samples, long bytes, Optional<SamplerTotals> totals, Optional<SamplerState> state) {

  static final Trail NONE = of(0);

  /** So many stacks, and nothing else is known. */
  static Trail of(long samples) {
    return new Trail(samples, 0, Optional.empty(), Optional.empty());
  }
}
