// SPDX-License-Identifier: Apache-2.0
/**
 * The builds of a module that share one module version ID: what tells them apart, and the symbols
 * in which they agree. Where the files of builds are, and how an index has several of them, is not
 * here. Not exported.
 */
@NullMarked
package dev.tiptoe.symbols.build;

import org.jspecify.annotations.NullMarked;
