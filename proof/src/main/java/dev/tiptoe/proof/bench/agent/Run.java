// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.agent;

import dev.tiptoe.proof.bench.Timing;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What came of one run of a program.
 *
 * @param slices the program's own timings, one for each slice of the work that counts
 * @param resting the same, of as many slices in between for which the observer rested; none where
 *     it cannot
 * @param observerNanos processor time that the observer's own threads took meanwhile
 * @param residentBytes that its process had at most
 * @param trail what was written down during that work
 */
record Run(
    List<Timing> slices,
    List<Timing> resting,
    long observerNanos,
    long residentBytes,
    Trail trail) {

  Run {
    slices = List.copyOf(slices);
    resting = List.copyOf(resting);
  }

  /** All slices together. */
  Timing timing() {
    return new Timing(
        sum(Timing::nanoseconds), sum(Timing::count), sum(Timing::checksum), sum(Timing::spent));
  }

  private long sum(ToLongFunction<Timing> of) {
    return slices.stream().mapToLong(of).sum();
  }
}
