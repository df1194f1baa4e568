// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code tiptoe} command: one class for each subcommand, and their common parts.
 *
 * <p>The commands parse arguments and print lines; the libraries compute the answers.
 */
@NullMarked
package dev.tiptoe.cli;

import org.jspecify.annotations.NullMarked;
