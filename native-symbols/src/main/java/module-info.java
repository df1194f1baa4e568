// SPDX-License-Identifier: Apache-2.0
/**
 * Names of native functions, from the symbol tables of ELF files, by build ID and address. Pure
 * Java.
 */
@SuppressWarnings("module") // The modules of the qualified export are compiled later.
module dev.tiptoe.nativesymbols {
  requires transitive dev.tiptoe.metadata;
  requires dev.tiptoe.symbols;
  requires org.tukaani.xz;
  requires static transitive org.jspecify;

  exports dev.tiptoe.nativesymbols;
  exports dev.tiptoe.nativesymbols.elf to
      dev.tiptoe.cli,
      dev.tiptoe.profile,
      dev.tiptoe.stores;
}
