// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import dev.tiptoe.resolver.feed.AddressSample;

/**
 * The settings and totals of a way to take samples, from its newest {@code EngineState} record.
 * Counts are since the recording began. Immutable.
 *
 * @param engine the way
 * @param condition whether it takes samples
 * @param period nanoseconds between two samples of a thread, by the clock of its samples; 0 when
 *     nothing is sampled
 * @param samples the number of samples in the trace
 * @param whole the number of those whose stack reaches the thread's first frame
 * @param lost the number of samples that the system had no room for
 * @param dropped the number of samples that could not be appended
 * @param rings the bytes of memory that the kernel writes samples into
 * @param working the processor time, in nanoseconds, of the thread that reads and walks them
 * @param used the processor time of the program's threads while it took samples, in nanoseconds; 0
 *     when it was not counted
 * @param sampled the sum of the weights of the samples in the trace, in nanoseconds: the rest of
 *     the time used is in no sample
 * @param threads the number of threads that it was opened for; later ones inherit it
 * @param missing the number of threads that it could not be opened for
 * @param copied the most bytes of a stack that the kernel copies
 * @param code the system's error number for a refusal; 0 when there was none
 * @param reason the refusal in words, otherwise empty
 */
public record EngineState(
    AddressSample.Engine engine,
    Condition condition,
    long period,
    long samples,
    long whole,
    long lost,
    long dropped,
    long rings,
    long working,
    long used,
    long sampled,
    int threads,
    int missing,
    int copied,
    int code,
    String reason) {

  EngineState withTime(long used, long sampled) {
    return new EngineState(
        engine, condition, period, samples, whole, lost, dropped, rings, working, used, sampled,
        threads, missing, copied, code, reason);
  }

  /** The condition of an engine. */
  public enum Condition {
    /** It takes samples. */
    SERVING,
    /** The system does not permit it. */
    REFUSED,
    /** It was not requested, or has ended. */
    OFF
  }
}
