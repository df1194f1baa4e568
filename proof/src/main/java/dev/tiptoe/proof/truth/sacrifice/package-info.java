// SPDX-License-Identifier: Apache-2.0
/**
 * The witness that is a process given up for the truth: at its end it is asked what a profiler must
 * never ask, and every claim about it is put to the test.
 *
 * <p>The other end of the line is {@code src/main/cpp}.
 */
@NullMarked
package dev.tiptoe.proof.truth.sacrifice;

import org.jspecify.annotations.NullMarked;
