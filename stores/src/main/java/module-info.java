// SPDX-License-Identifier: Apache-2.0
/**
 * Finds modules, PDBs and native libraries by identity: in folders, packages and symbol stores, and
 * on symbol servers. {@link dev.tiptoe.stores.SymbolFiles} is where to begin.
 */
module dev.tiptoe.stores {
  requires transitive dev.tiptoe.nativesymbols;
  requires transitive dev.tiptoe.symbols;
  requires java.net.http;
  requires static transitive org.jspecify;

  exports dev.tiptoe.stores;
}
