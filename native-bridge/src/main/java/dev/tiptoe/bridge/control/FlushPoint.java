// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

/**
 * A position in the trace after all facts that the agent had recorded when the request arrived.
 * Immutable.
 *
 * @param sequence the sequence number of the newest identity record
 * @param time a time later than that of every identity record up to it, in nanoseconds since the
 *     trace began
 * @param offset the trace has at least this many bytes
 */
public record FlushPoint(long sequence, long time, long offset) {}
