// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The sampler's totals since it started, from the newest {@code SamplerTotals} record.
 *
 * @param rounds the number of rounds; the program was suspended for those in which a thread had run
 * @param stacks the number of walks that gave a stack
 * @param failedWalks the number of walks that gave none; some are normal
 * @param refusedSuspensions the number of rounds that were left out because the runtime could not
 *     be suspended
 * @param droppedSamples the number of samples that did not reach the trace
 * @param stoppedNanos how long the program was stopped, in all rounds together
 * @param longestStopNanos the longest of these times
 * @param suspendingNanos how long it took until all threads had stopped, in all rounds together
 * @param longestSuspensionNanos the longest of these times
 * @param longestPauseNanos the longest time from the call of {@code SuspendRuntime} until the
 *     program ran again, as measured; 0 in traces of earlier agents
 */
public record SamplerTotals(
    long rounds,
    long stacks,
    long failedWalks,
    long refusedSuspensions,
    long droppedSamples,
    long stoppedNanos,
    long longestStopNanos,
    long suspendingNanos,
    long longestSuspensionNanos,
    long longestPauseNanos) {}
