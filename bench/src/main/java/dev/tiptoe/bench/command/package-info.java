// SPDX-License-Identifier: Apache-2.0
/**
 * The {@code prove bench} command: its subcommands, their options, and the tables that they print.
 * The measurements themselves are in {@code dev.tiptoe.bench} and the packages below it.
 */
@NullMarked
package dev.tiptoe.bench.command;

import org.jspecify.annotations.NullMarked;
