// SPDX-License-Identifier: Apache-2.0
/**
 * The wording of messages about files that cannot be read, and values in the place of damaged ones.
 * Not exported.
 */
@NullMarked
package dev.tiptoe.symbols.problem;

import org.jspecify.annotations.NullMarked;
