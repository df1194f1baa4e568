// SPDX-License-Identifier: Apache-2.0
/**
 * Attaches the agent to running .NET processes: lists the processes, attaches, classifies failures,
 * and reads the trace that the agent writes.
 *
 * <p>{@code dev.tiptoe.bridge.launch} starts programs with the agent.
 */
@NullMarked
package dev.tiptoe.bridge.attach;

import org.jspecify.annotations.NullMarked;
