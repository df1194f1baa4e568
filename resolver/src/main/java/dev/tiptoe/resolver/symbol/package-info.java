// SPDX-License-Identifier: Apache-2.0
/**
 * Names run-time IDs ({@link dev.tiptoe.resolver.symbol.RuntimeNames}) and finds the source lines
 * of native code ({@link dev.tiptoe.resolver.symbol.RuntimeLines}).
 *
 * <p>Meanings of IDs and addresses come from {@code dev.tiptoe.resolver.map}, names from the
 * metadata, and lines from the {@linkplain dev.tiptoe.resolver.symbol.LoadedSymbols symbols} of
 * modules.
 */
@NullMarked
package dev.tiptoe.resolver.symbol;

import org.jspecify.annotations.NullMarked;
