// SPDX-License-Identifier: Apache-2.0
/**
 * Names for run-time IDs, {@link dev.tiptoe.resolver.symbol.Symbolizer}, and lines of source for
 * native code, {@link dev.tiptoe.resolver.symbol.SourceLines}.
 *
 * <p>What an ID means and what lies at an address comes from {@code dev.tiptoe.resolver.map}, what
 * that is called from the metadata, and where it comes from, from portable PDBs.
 */
@NullMarked
package dev.tiptoe.resolver.symbol;

import org.jspecify.annotations.NullMarked;
