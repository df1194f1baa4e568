// SPDX-License-Identifier: Apache-2.0
/** Runs commands in tests, and has texts that no command may print as they are. */
@NullMarked
package dev.tiptoe.testdata.command;

import org.jspecify.annotations.NullMarked;
