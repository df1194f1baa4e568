// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The result of a {@linkplain TraceReader#poll poll}: how far it read.
 *
 * @param records the number of whole records it found
 * @param tailBytes the number of bytes behind the last whole record: a record being appended, or a
 *     torn one
 * @param ended whether the agent has ended the trace
 */
public record TraceState(long records, long tailBytes, boolean ended) {}
