// SPDX-License-Identifier: Apache-2.0
/**
 * The witness that uses a sacrificial process: at its end it gets the calls that a profiler must
 * never make, and every claim about it is tested.
 *
 * <p>The process's side of the line is in {@code src/main/cpp}.
 */
@NullMarked
package dev.tiptoe.proof.truth.sacrifice;

import org.jspecify.annotations.NullMarked;
