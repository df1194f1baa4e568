// SPDX-License-Identifier: Apache-2.0
/**
 * Checks whether a program loads the same types with the agent as without it.
 *
 * <p>{@link dev.tiptoe.proof.loads.LoadComparison} runs a program both ways and compares the
 * runtime's own records of loads. The command line and the output are in {@code dev.tiptoe.proof}.
 */
@NullMarked
package dev.tiptoe.proof.loads;

import org.jspecify.annotations.NullMarked;
