// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * How far a {@linkplain TraceReader#poll poll} came.
 *
 * @param records how many whole records it found
 * @param tailBytes bytes behind the last whole record: a record being appended, or a torn one
 * @param ended whether the agent has ended the trace
 */
public record TraceState(long records, long tailBytes, boolean ended) {}
