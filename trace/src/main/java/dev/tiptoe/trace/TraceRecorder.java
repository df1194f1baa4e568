// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The agent that wrote a trace.
 *
 * @param major its major version
 * @param minor its minor version
 * @param samplePeriodNanos how often it was to sample; 0 for never
 */
public record TraceRecorder(int major, int minor, long samplePeriodNanos) {}
