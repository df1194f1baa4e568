// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a program loads the same types with the agent as without it.
 *
 * <p>{@link dev.tiptoe.proof.loads.LoadComparison} runs a program both ways and sets the runtime's
 * own records of loads side by side. How the command is called and what it prints is none of this
 * package's business.
 */
@NullMarked
package dev.tiptoe.proof.loads;

import org.jspecify.annotations.NullMarked;
