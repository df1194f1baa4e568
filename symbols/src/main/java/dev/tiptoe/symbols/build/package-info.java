// SPDX-License-Identifier: Apache-2.0
/**
 * Distinguishes the builds of a module that share one module version ID, and finds the symbols in
 * which they agree. The files of builds, and indexes of several builds, are elsewhere. Not
 * exported.
 */
@NullMarked
package dev.tiptoe.symbols.build;

import org.jspecify.annotations.NullMarked;
