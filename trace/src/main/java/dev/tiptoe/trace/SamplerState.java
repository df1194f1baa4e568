// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.List;

/**
 * The settings and results of the sampler, from the newest {@code SamplerState} record. The results
 * count from the beginning of the recording. Immutable.
 *
 * @param periodNanos the requested time between two rounds; 0 when it rests
 * @param dutyMillionths the share of the time for which the program may be paused, in millionths
 * @param threads the number of living managed threads
 * @param samplingNanos how long sampling was on
 * @param due how many walks of living threads were due, in all rounds together
 * @param walked how many of these were made, or were not needed because the thread had not run
 *     since its last walk; each walk that was made is also a {@link Call#DO_STACK_SNAPSHOT}
 * @param stoppedMedianNanos the median of all stops; medians and percentiles are at most an eighth
 *     too great
 * @param stoppedP99Nanos the 99th percentile of all stops
 * @param pausedNanos the time from the call of {@code SuspendRuntime} until the program runs again,
 *     in all rounds together, as far as the duty counts it: not while a debugger holds the program
 * @param pausedMedianNanos the median of these times
 * @param pausedP99Nanos their 99th percentile
 * @param longestPauseNanos the longest of them; {@link SamplerTotals} has the longest as measured
 * @param otherOutcomes the number of calls whose results are not listed, because there were too
 *     many kinds
 * @param outcomes the counts by call and result
 */
public record SamplerState(
    long periodNanos,
    int dutyMillionths,
    int threads,
    long samplingNanos,
    long due,
    long walked,
    long stoppedMedianNanos,
    long stoppedP99Nanos,
    long pausedNanos,
    long pausedMedianNanos,
    long pausedP99Nanos,
    long longestPauseNanos,
    long otherOutcomes,
    List<Outcome> outcomes) {

  /** Copies the list. */
  public SamplerState {
    outcomes = List.copyOf(outcomes);
  }

  /** Returns how often a call had a result. */
  public long count(Call call, int hresult) {
    return outcomes.stream()
        .filter(each -> each.call() == call && each.hresult() == hresult)
        .mapToLong(Outcome::count)
        .sum();
  }

  /** The calls whose results are counted. */
  public enum Call {
    /** One for each attempt of a round. */
    SUSPEND_RUNTIME,
    /** One for each walk. */
    DO_STACK_SNAPSHOT,
    /**
     * One, with the result 1, for each time that a round waited because too little was left of the
     * quota of processor time.
     */
    QUOTA_LEFT
  }

  /**
   * A result of a call.
   *
   * @param call the call
   * @param hresult the result
   * @param count the number of times
   */
  public record Outcome(Call call, int hresult, long count) {}
}
