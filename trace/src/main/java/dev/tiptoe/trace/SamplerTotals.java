// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The sampler's totals since it started, from the newest {@code SamplerTotals} record.
 *
 * @param rounds times the threads were looked at; where one had run since, the program was
 *     suspended for it
 * @param stacks walks that gave a stack
 * @param failedWalks walks that gave none; some are normal
 * @param refusedSuspensions rounds that were left out because the runtime could not be suspended
 * @param droppedSamples samples that did not reach the trace
 * @param stoppedNanos how long the program stood still, all rounds together
 * @param longestStopNanos how long it stood still at most
 * @param suspendingNanos how long it took until all threads stood still, all rounds together
 * @param longestSuspensionNanos how long it took at most
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
    long longestSuspensionNanos) {}
