// SPDX-License-Identifier: Apache-2.0
/**
 * Demangling of C++ names, in the notation of {@code c++filt} and {@code nm -C}. {@link
 * dev.tiptoe.nativesymbols.demangle.Demangler} is the front door; {@code Parser} makes a tree of
 * nodes from a mangled name, and the nodes print themselves.
 *
 * <p>Source: Itanium C++ ABI, chapter 5.1. Files and symbol tables are read elsewhere.
 */
@NullMarked
package dev.tiptoe.nativesymbols.demangle;

import org.jspecify.annotations.NullMarked;
