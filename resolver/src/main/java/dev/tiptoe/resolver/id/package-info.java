// SPDX-License-Identifier: Apache-2.0
/**
 * The CLR's run-time IDs as types of their own, so that a ClassID cannot be confused with a
 * FunctionID.
 *
 * <p>Values only; {@code dev.tiptoe.resolver.map} has their meanings.
 */
@NullMarked
package dev.tiptoe.resolver.id;

import org.jspecify.annotations.NullMarked;
