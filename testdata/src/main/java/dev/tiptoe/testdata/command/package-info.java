// SPDX-License-Identifier: Apache-2.0
/**
 * Runs commands, scripts, fuzzers and stress tests, and has texts that no command may print
 * unescaped.
 */
@NullMarked
package dev.tiptoe.testdata.command;

import org.jspecify.annotations.NullMarked;
