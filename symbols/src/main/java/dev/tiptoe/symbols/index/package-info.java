// SPDX-License-Identifier: Apache-2.0
/**
 * Symbol indexes: one file for each module, named by its MVID, with the names and source lines of
 * its methods and nothing else. {@link dev.tiptoe.symbols.index.SymbolIndexWriter} makes them,
 * {@link dev.tiptoe.symbols.index.IndexFolder} finds them, {@link
 * dev.tiptoe.symbols.index.SymbolIndex} answers from one.
 *
 * <p>Source: src/site/reference/symbol-index.md. Modules and PDBs are read elsewhere.
 */
@NullMarked
package dev.tiptoe.symbols.index;

import org.jspecify.annotations.NullMarked;
