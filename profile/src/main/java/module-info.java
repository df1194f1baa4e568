// SPDX-License-Identifier: Apache-2.0
/** Reads and writes the formats that carry profiles, and names their .NET frames. Pure Java. */
@SuppressWarnings("module") // The modules that share the reader of gzip data are compiled later.
module dev.tiptoe.profile {
  requires transitive dev.tiptoe.nativesymbols;
  requires transitive dev.tiptoe.symbols;
  requires transitive dev.tiptoe.trace;
  requires com.google.gson;
  requires static transitive org.jspecify;

  exports dev.tiptoe.profile;
  exports dev.tiptoe.profile.format;
  exports dev.tiptoe.profile.view;
  exports dev.tiptoe.profile.wire to
      dev.tiptoe.serve;
}
