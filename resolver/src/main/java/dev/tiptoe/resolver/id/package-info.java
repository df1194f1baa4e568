// SPDX-License-Identifier: Apache-2.0
/**
 * The CLR's run-time IDs as types of their own, so that a ClassID is never taken for a FunctionID.
 *
 * <p>Values only: what an ID means is known to {@code dev.tiptoe.resolver.map}.
 */
@NullMarked
package dev.tiptoe.resolver.id;

import org.jspecify.annotations.NullMarked;
