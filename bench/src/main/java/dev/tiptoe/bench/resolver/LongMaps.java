// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import org.jspecify.annotations.Nullable;

/** The hash maps of a peer, one for each direction, from numbers to objects. */
interface LongMaps {

  /** The meaning of an ID. */
  record Method(long module, int token) {}

  /** An ID of a token, and the next one. */
  record Instance(long id, @Nullable Instance next) {}

  void put(long id, Method method);

  @Nullable Method method(long id);

  void put(long key, Instance instance);

  @Nullable Instance instance(long key);
}
