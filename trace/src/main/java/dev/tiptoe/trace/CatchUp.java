// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * One step of the catch-up, in which an attached agent records what existed before it.
 *
 * @param step the kind of step
 * @param result an HRESULT; a failure when the step was not done, or not completely
 * @param found the number of modules, threads or methods that were recorded
 * @param leftOut the number of listed items that had ended, or were ending, when the agent asked
 *     about them; for the probe, the TypeDefs that are not published
 * @param nanos the duration of the step
 * @param longestPauseNanos the longest time for which the program was stopped; 0 when it was not
 *     stopped
 * @param reason the reason why the step was not done; empty when it was
 */
public record CatchUp(
    Step step,
    int result,
    long found,
    long leftOut,
    long nanos,
    long longestPauseNanos,
    String reason) {

  /** The steps, in order. */
  public enum Step {
    /** Modules, with their assemblies and domains. */
    MODULES,
    /** Threads. */
    THREADS,
    /** Methods that the JIT compiled. */
    FUNCTIONS,
    /** Types that the probe found, by a look-up that loads nothing. */
    PROBE
  }

  /** Returns whether the step was done completely. */
  public boolean isDone() {
    return result >= 0;
  }
}
