// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code tiptoe} command: one class for each subcommand, and what they share.
 *
 * <p>Arguments in, lines out. What the lines say is worked out in the libraries.
 */
@NullMarked
package dev.tiptoe.cli;

import org.jspecify.annotations.NullMarked;
