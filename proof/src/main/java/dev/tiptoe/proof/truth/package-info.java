// SPDX-License-Identifier: Apache-2.0
/**
 * Test programs, and witnesses that observe them independently.
 *
 * <p>A {@link dev.tiptoe.proof.truth.Witness} runs a {@link dev.tiptoe.proof.truth.Program},
 * compares Tiptoe's claims about it with its own observations, and returns a {@link
 * dev.tiptoe.proof.truth.WitnessReport}. The command line and the output are in {@code
 * dev.tiptoe.proof}.
 */
@NullMarked
package dev.tiptoe.proof.truth;

import org.jspecify.annotations.NullMarked;
