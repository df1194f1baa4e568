// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.List;

/**
 * The settings and results of the sampler, from the newest {@code SamplerState} record. What is not
 * a setting counts from the beginning of the recording. Immutable.
 *
 * @param periodNanos the time between two rounds that was asked for; 0: it rests
 * @param dutyMillionths how much of the time the program may be paused
 * @param threads managed threads that live
 * @param samplingNanos how long there was sampling
 * @param due how often a thread that lived could have been walked, all rounds together
 * @param walked how often one was, or was known not to have run since it was walked last; where it
 *     was walked there is one of {@link Call#DO_STACK_SNAPSHOT}
 * @param stoppedMedianNanos half of all stops were no longer; these figures are at most an eighth
 *     too great
 * @param stoppedP99Nanos 99 of a hundred were no longer
 * @param pausedNanos from the call of {@code SuspendRuntime} until the program runs again, all
 *     rounds together
 * @param pausedMedianNanos half of these were no longer
 * @param pausedP99Nanos 99 of a hundred were no longer
 * @param longestPauseNanos the longest of them
 * @param otherOutcomes calls whose results are none of those below, because there were too many
 *     kinds
 * @param outcomes how often which call came to which result
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

  /** How often a call came to a result. */
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
    DO_STACK_SNAPSHOT
  }

  /**
   * A result of a call.
   *
   * @param call the call
   * @param hresult what it returned
   * @param count how often
   */
  public record Outcome(Call call, int hresult, long count) {}
}
