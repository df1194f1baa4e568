// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bridge.control;

import java.time.Duration;

/**
 * The rate at which an agent samples stacks. Immutable.
 *
 * @param period the time between two rounds; zero when it does not sample
 * @param duty the share of the time that the program may be paused for it, in millionths; the
 *     period is stretched to keep to that
 */
public record SampleRate(Duration period, long duty) {}
