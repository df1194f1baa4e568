// SPDX-License-Identifier: Apache-2.0
/**
 * Names and source lines of methods that are given by number. {@link dev.tiptoe.symbols.Symbols} is
 * where to begin: it answers from {@linkplain dev.tiptoe.symbols.SymbolSource sources}, which are
 * stores of modules and PDBs or folders of symbol indexes.
 */
@NullMarked
package dev.tiptoe.symbols;

import org.jspecify.annotations.NullMarked;
