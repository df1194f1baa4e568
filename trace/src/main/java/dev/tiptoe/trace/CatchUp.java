// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * One step in which an attached agent caught up with what was there before it.
 *
 * @param step what it was about
 * @param result an HRESULT: a failure when the step was not done, or not to its end
 * @param found modules, threads or methods that were told
 * @param leftOut what the runtime listed but was gone, or going, when it was asked about; of a
 *     probe, the TypeDefs that are not published
 * @param nanos how long it took
 * @param longestPauseNanos how long the program stood still for it, at most at a time; 0 where it
 *     ran on
 * @param reason why it was not done, in words; empty when it was
 */
public record CatchUp(
    Step step,
    int result,
    long found,
    long leftOut,
    long nanos,
    long longestPauseNanos,
    String reason) {

  /** The steps, in their order. */
  public enum Step {
    /** Modules, with their assemblies and domains. */
    MODULES,
    /** Threads. */
    THREADS,
    /** Methods that the JIT compiled. */
    FUNCTIONS,
    /** Types that a look-up that loads nothing finds. */
    PROBE
  }

  /** Whether the step was done to its end. */
  public boolean isDone() {
    return result >= 0;
  }
}
