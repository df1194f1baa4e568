// SPDX-License-Identifier: Apache-2.0
/** Reads .NET metadata (ECMA-335), with no dependencies but annotations. */
module dev.tiptoe.metadata {
  requires static transitive org.jspecify;

  exports dev.tiptoe.metadata;
  exports dev.tiptoe.metadata.attribute;
  exports dev.tiptoe.metadata.body;
  exports dev.tiptoe.metadata.bytes;
  exports dev.tiptoe.metadata.container;
  exports dev.tiptoe.metadata.heap;
  exports dev.tiptoe.metadata.image;
  exports dev.tiptoe.metadata.name;
  exports dev.tiptoe.metadata.pdb;
  exports dev.tiptoe.metadata.r2r;
  exports dev.tiptoe.metadata.signature;
  exports dev.tiptoe.metadata.table;
}
