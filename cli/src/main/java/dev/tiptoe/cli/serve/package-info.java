// SPDX-License-Identifier: Apache-2.0
/** The command that stands for the program {@code tiptoe-serve}: {@code serve}. */
@NullMarked
package dev.tiptoe.cli.serve;

import org.jspecify.annotations.NullMarked;
