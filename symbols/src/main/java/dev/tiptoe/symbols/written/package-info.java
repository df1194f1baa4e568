// SPDX-License-Identifier: Apache-2.0
/**
 * From the methods that a compiler generates to those that were written: the state machines of
 * async methods and iterators, lambdas, local functions. {@link
 * dev.tiptoe.symbols.written.WrittenMethods} is where to begin.
 *
 * <p>Names are made by {@code dev.tiptoe.metadata.name}; lines are not found here.
 */
@NullMarked
package dev.tiptoe.symbols.written;

import org.jspecify.annotations.NullMarked;
