// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.time.Duration;

/**
 * The settings by which an agent samples stacks. Immutable.
 *
 * @param period the time between two rounds; zero when it does not sample
 * @param duty the share of the time for which the program may be paused, in millionths; the period
 *     is stretched to stay within it
 */
public record SampleRate(Duration period, long duty) {}
