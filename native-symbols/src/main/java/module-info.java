// SPDX-License-Identifier: Apache-2.0
/**
 * Names of native functions, from the symbol tables of ELF files, by build ID and address. Pure
 * Java.
 */
module dev.tiptoe.nativesymbols {
  requires transitive dev.tiptoe.metadata;
  requires dev.tiptoe.symbols;
  requires org.tukaani.xz;
  requires static transitive org.jspecify;

  exports dev.tiptoe.nativesymbols;
  exports dev.tiptoe.nativesymbols.demangle;
  exports dev.tiptoe.nativesymbols.elf;
}
