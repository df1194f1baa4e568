// SPDX-License-Identifier: Apache-2.0
/**
 * Starting .NET programs: which runtime runs them, and how the agent gets into them.
 *
 * <p>What the agent then writes is read in {@code dev.tiptoe.trace}.
 */
@NullMarked
package dev.tiptoe.bridge.launch;

import org.jspecify.annotations.NullMarked;
