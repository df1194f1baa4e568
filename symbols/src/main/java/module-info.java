// SPDX-License-Identifier: Apache-2.0
/**
 * Turns what names a .NET method by a number into the method as it was written. Pure Java, on the
 * metadata reader alone.
 */
@SuppressWarnings("module") // The modules that find files are compiled later.
module dev.tiptoe.symbols {
  requires transitive dev.tiptoe.metadata;
  requires static transitive org.jspecify;

  exports dev.tiptoe.symbols;
  exports dev.tiptoe.symbols.index;
  exports dev.tiptoe.symbols.text;
  exports dev.tiptoe.symbols.written;
  exports dev.tiptoe.symbols.build to
      dev.tiptoe.stores;
  exports dev.tiptoe.symbols.problem to
      dev.tiptoe.nativesymbols,
      dev.tiptoe.stores;
}
