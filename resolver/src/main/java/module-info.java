// SPDX-License-Identifier: Apache-2.0
/**
 * Resolves run-time IDs, tokens and references, in both directions, from events alone: facts go
 * into a {@link dev.tiptoe.resolver.Session}, and a {@link dev.tiptoe.resolver.Moment} answers.
 * What is not exported (resolvers, rules, the opening of modules) is this library's own.
 */
module dev.tiptoe.resolver {
  requires transitive dev.tiptoe.metadata;
  requires transitive dev.tiptoe.symbols;
  requires com.github.benmanes.caffeine;
  requires static transitive org.jspecify;

  exports dev.tiptoe.resolver;
  exports dev.tiptoe.resolver.answer;
  exports dev.tiptoe.resolver.feed;
  exports dev.tiptoe.resolver.id;
  exports dev.tiptoe.resolver.map;
}
