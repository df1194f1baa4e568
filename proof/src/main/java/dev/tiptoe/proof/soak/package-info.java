// SPDX-License-Identifier: Apache-2.0
/**
 * Checks whether a busy program is unaffected while the agent is attached and detached again and
 * again.
 *
 * <p>{@link dev.tiptoe.proof.soak.Soak} runs the cycles and returns a {@link
 * dev.tiptoe.proof.soak.SoakReport}. The command line and the output are in {@code
 * dev.tiptoe.proof}.
 */
@NullMarked
package dev.tiptoe.proof.soak;

import org.jspecify.annotations.NullMarked;
