// SPDX-License-Identifier: Apache-2.0
/** Runs commands in tests, and provides texts that no command may print unescaped. */
@NullMarked
package dev.tiptoe.testdata.command;

import org.jspecify.annotations.NullMarked;
