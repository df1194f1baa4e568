// SPDX-License-Identifier: Apache-2.0
/**
 * Measures the cost of questions to a session while facts arrive, beside the map alone.
 *
 * <p>Facts of an invented program go in, or those of a program that loads real modules; how the
 * figures are printed is the command's.
 */
@NullMarked
package dev.tiptoe.bench.live;

import org.jspecify.annotations.NullMarked;
