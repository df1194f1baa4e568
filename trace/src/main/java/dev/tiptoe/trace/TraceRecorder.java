// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

/**
 * The version and settings of the agent that wrote a trace.
 *
 * @param major its major version
 * @param minor its minor version
 * @param samplePeriodNanos the time between two rounds; 0 for no sampling
 */
public record TraceRecorder(int major, int minor, long samplePeriodNanos) {}
