// SPDX-License-Identifier: Apache-2.0
/** Reaching processes through a real child. */
@NullMarked
package dev.tiptoe.bridge.border;

import org.jspecify.annotations.NullMarked;
