// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.agent;

import dev.tiptoe.bench.Timing;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * One run of a program.
 *
 * @param slices the program's own timings, one for each measured slice
 * @param resting the same for as many slices with a resting observer; empty where it cannot rest
 * @param observerNanos processor time of the observer's own threads meanwhile
 * @param residentBytes the greatest resident memory of its process
 * @param trail what the observer wrote during that work
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

  /** Returns the sum of all slices. */
  Timing timing() {
    return new Timing(
        sum(Timing::nanoseconds), sum(Timing::count), sum(Timing::checksum), sum(Timing::spent));
  }

  private long sum(ToLongFunction<Timing> of) {
    return slices.stream().mapToLong(of).sum();
  }
}
