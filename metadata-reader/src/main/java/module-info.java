// SPDX-License-Identifier: Apache-2.0
/**
 * Reads .NET metadata (ECMA-335), with no dependencies but annotations: images and their rows,
 * signatures, names, method bodies, attributes and portable PDBs. {@link
 * dev.tiptoe.metadata.image.Image} is where to begin. What is not exported (containers, heaps,
 * tables, the signature parser) is this library's own; some of it is exported to our other modules
 * alone.
 */
@SuppressWarnings("module") // The modules of the qualified exports are compiled later.
module dev.tiptoe.metadata {
  requires static transitive org.jspecify;

  exports dev.tiptoe.metadata;
  exports dev.tiptoe.metadata.attribute;
  exports dev.tiptoe.metadata.body;
  exports dev.tiptoe.metadata.bytes;
  exports dev.tiptoe.metadata.image;
  exports dev.tiptoe.metadata.name;
  exports dev.tiptoe.metadata.pdb;
  exports dev.tiptoe.metadata.signature;
  exports dev.tiptoe.metadata.bundle to
      dev.tiptoe.cli,
      dev.tiptoe.stores;
  exports dev.tiptoe.metadata.heap to
      dev.tiptoe.cli;
  exports dev.tiptoe.metadata.map to
      dev.tiptoe.profile,
      dev.tiptoe.resolver,
      dev.tiptoe.trace;
  exports dev.tiptoe.metadata.r2r to
      dev.tiptoe.bridge,
      dev.tiptoe.cli,
      dev.tiptoe.profile,
      dev.tiptoe.symbols;
  exports dev.tiptoe.metadata.table to
      dev.tiptoe.cli;
}
