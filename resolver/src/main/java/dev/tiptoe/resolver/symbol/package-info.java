// SPDX-License-Identifier: Apache-2.0
/**
 * Names run-time IDs ({@link dev.tiptoe.resolver.symbol.Symbolizer}) and finds the source lines of
 * native code ({@link dev.tiptoe.resolver.symbol.SourceLines}).
 *
 * <p>Meanings of IDs and addresses come from {@code dev.tiptoe.resolver.map}, names from the
 * metadata, and source lines from portable PDBs.
 */
@NullMarked
package dev.tiptoe.resolver.symbol;

import org.jspecify.annotations.NullMarked;
