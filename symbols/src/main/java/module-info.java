// SPDX-License-Identifier: Apache-2.0
/**
 * Turns what names a .NET method by a number into the method as it was written. Pure Java, on the
 * metadata reader alone.
 */
module dev.tiptoe.symbols {
  requires transitive dev.tiptoe.metadata;
  requires java.net.http;
  requires org.tukaani.xz;
  requires static transitive org.jspecify;

  exports dev.tiptoe.symbols;
  exports dev.tiptoe.symbols.demangle;
  exports dev.tiptoe.symbols.elf;
  exports dev.tiptoe.symbols.index;
  exports dev.tiptoe.symbols.nativecode;
  exports dev.tiptoe.symbols.text;
  exports dev.tiptoe.symbols.store;
  exports dev.tiptoe.symbols.written;
}
