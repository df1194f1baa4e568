// SPDX-License-Identifier: Apache-2.0
/**
 * Names for run-time IDs: {@link dev.tiptoe.resolver.symbol.Symbolizer}.
 *
 * <p>What an ID means comes from {@code dev.tiptoe.resolver.map}, what that is called from the
 * metadata.
 */
@NullMarked
package dev.tiptoe.resolver.symbol;

import org.jspecify.annotations.NullMarked;
