// SPDX-License-Identifier: Apache-2.0
/**
 * Programs, and witnesses who see for themselves what is true of them.
 *
 * <p>A {@link dev.tiptoe.proof.truth.Witness} runs a {@link dev.tiptoe.proof.truth.Program},
 * compares what Tiptoe claims of it with what it saw in another way, and gives {@link
 * dev.tiptoe.proof.truth.WitnessReport}. How the command is called and what it prints is none of
 * this package's business.
 */
@NullMarked
package dev.tiptoe.proof.truth;

import org.jspecify.annotations.NullMarked;
