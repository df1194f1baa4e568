// SPDX-License-Identifier: Apache-2.0
/**
 * The trace reader against the golden trace, and against traces that are cut, damaged, growing or
 * hostile.
 */
@NullMarked
package dev.tiptoe.trace;

import org.jspecify.annotations.NullMarked;
