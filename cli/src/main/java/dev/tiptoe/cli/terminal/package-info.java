// SPDX-License-Identifier: Apache-2.0
/**
 * The input and output of commands, and how they end: the terminal, reports, tables, exit codes.
 */
@NullMarked
package dev.tiptoe.cli.terminal;

import org.jspecify.annotations.NullMarked;
