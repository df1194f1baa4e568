// SPDX-License-Identifier: Apache-2.0
/**
 * ELF files: {@link dev.tiptoe.nativesymbols.elf.ElfFile} reads headers, the build ID and links to
 * debug files; {@link dev.tiptoe.nativesymbols.elf.ElfSymbols} finds the function at an address.
 * Names are as in the files, not demangled. Files are found elsewhere.
 *
 * <p>Source: System V ABI, "Object Files"; for {@code .gnu_debuglink} and {@code .gnu_debugdata}
 * the manual of GDB, "Separate Debug Files" and "MiniDebugInfo".
 */
@NullMarked
package dev.tiptoe.nativesymbols.elf;

import org.jspecify.annotations.NullMarked;
