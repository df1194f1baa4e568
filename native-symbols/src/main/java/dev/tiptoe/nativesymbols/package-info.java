// SPDX-License-Identifier: Apache-2.0
/**
 * Names of native functions: {@link dev.tiptoe.nativesymbols.NativeSymbols} finds the files of a
 * library or program by its build ID, {@link dev.tiptoe.nativesymbols.NativeModule} names its
 * addresses.
 *
 * <p>Source: src/site/how-it-works/native-frames.md. ELF files are read in {@code elf}, names are
 * demangled in {@code demangle}.
 */
@NullMarked
package dev.tiptoe.nativesymbols;

import org.jspecify.annotations.NullMarked;
