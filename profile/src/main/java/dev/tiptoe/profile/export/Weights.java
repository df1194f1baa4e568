// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.export;

import dev.tiptoe.profile.Profile;
import dev.tiptoe.resolver.feed.AddressSample.Clock;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/** The weights of a profile in formats that have one weight for a sample. Immutable. */
final class Weights {

  private final Profile profile;
  private final boolean timed;
  private final boolean counted;

  Weights(Profile profile) {
    this.profile = profile;
    this.timed = profile.totalNanos() > 0;
    this.counted =
        IntStream.range(0, profile.rows())
            .allMatch(row -> profile.count(row) > 0 || profile.nanos(row) == 0);
  }

  /** Returns whether the weights are times: those of a sample may be 0. */
  boolean areTimes() {
    return timed;
  }

  /** Returns the kind of the times, as pprof and OpenTelemetry name it. */
  String timeType() {
    return profile.clock().equals(Optional.of(Clock.PROCESSOR)) ? "cpu" : "wall";
  }

  /** Returns the nanoseconds of a cell of the timeline, or else its number of samples. */
  long ofCell(int cell) {
    return timed ? profile.timeline().nanos(cell) : profile.timeline().count(cell);
  }

  /** Returns the same of a row. */
  long ofRow(int row) {
    return timed ? profile.nanos(row) : profile.count(row);
  }

  /** Returns the sum of these weights. */
  long total() {
    return timed ? profile.totalNanos() : profile.totalCount();
  }

  /** Returns whether all samples have a number; some rows may have times alone. */
  boolean haveNumbers() {
    return counted;
  }

  /** Returns the number of samples of a row, or its nanoseconds where not all have numbers. */
  long numberOfRow(int row) {
    return counted ? profile.count(row) : profile.nanos(row);
  }

  /** Returns the same of a cell of the timeline. */
  long numberOfCell(int cell) {
    return counted ? profile.timeline().count(cell) : profile.timeline().nanos(cell);
  }

  /** Returns the threads that have samples, or all where none has; the heaviest first. */
  int[] heaviestFirst() {
    long[] sums = new long[profile.threads().size()];
    boolean[] have = new boolean[sums.length];
    for (int row = 0; row < profile.rows(); row++) {
      sums[profile.thread(row)] += ofRow(row);
      have[profile.thread(row)] = true;
    }
    return IntStream.range(0, sums.length)
        .filter(thread -> have[thread] || profile.rows() == 0)
        .boxed()
        .sorted(Comparator.comparingLong(thread -> -sums[thread]))
        .mapToInt(Integer::intValue)
        .toArray();
  }
}
