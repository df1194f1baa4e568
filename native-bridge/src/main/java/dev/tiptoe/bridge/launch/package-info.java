// SPDX-License-Identifier: Apache-2.0
/**
 * Starts .NET programs: finds the runtime that runs them, and loads the agent into them.
 *
 * <p>{@code dev.tiptoe.trace} reads the trace that the agent writes.
 */
@NullMarked
package dev.tiptoe.bridge.launch;

import org.jspecify.annotations.NullMarked;
