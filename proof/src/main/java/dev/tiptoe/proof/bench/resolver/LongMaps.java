// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.resolver;

import org.jspecify.annotations.Nullable;

/** What a peer keeps: a hash map each way, from numbers to objects. */
interface LongMaps {

  /** What an ID means. */
  record Method(long module, int token) {}

  /** An ID of a token, and its next one. */
  record Instance(long id, @Nullable Instance next) {}

  void put(long id, Method method);

  @Nullable Method method(long id);

  void put(long key, Instance instance);

  @Nullable Instance instance(long key);
}
