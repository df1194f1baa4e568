// SPDX-License-Identifier: Apache-2.0
/** Resolves run-time IDs, tokens and references, in both directions, from events alone. */
module dev.tiptoe.resolver {
  requires transitive dev.tiptoe.metadata;
  requires com.github.benmanes.caffeine;
  requires com.google.common;
  requires static transitive org.jspecify;

  exports dev.tiptoe.resolver;
  exports dev.tiptoe.resolver.feed;
  exports dev.tiptoe.resolver.field;
  exports dev.tiptoe.resolver.id;
  exports dev.tiptoe.resolver.loadedness;
  exports dev.tiptoe.resolver.map;
  exports dev.tiptoe.resolver.module;
  exports dev.tiptoe.resolver.reference;
  exports dev.tiptoe.resolver.symbol;
}
