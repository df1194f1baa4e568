// SPDX-License-Identifier: Apache-2.0
/**
 * Attaching the agent to .NET processes that run already: which there are, how the agent gets into
 * one, what can come of that, and the trace that it then writes.
 *
 * <p>Programs that are started with the agent are in {@code dev.tiptoe.bridge.launch}.
 */
@NullMarked
package dev.tiptoe.bridge.attach;

import org.jspecify.annotations.NullMarked;
