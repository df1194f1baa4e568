// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a busy program stays as it is while the agent comes and goes.
 *
 * <p>{@link dev.tiptoe.proof.soak.Soak} runs the cycles and gives a {@link
 * dev.tiptoe.proof.soak.SoakReport}. How the command is called and what it prints is none of this
 * package's business.
 */
@NullMarked
package dev.tiptoe.proof.soak;

import org.jspecify.annotations.NullMarked;
