// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import org.agrona.collections.Long2ObjectHashMap;
import org.jspecify.annotations.Nullable;

/** Agrona's maps, which hold no boxed numbers and are not thread-safe. */
final class AgronaMaps implements LongMaps {

  private final Long2ObjectHashMap<Method> methods = new Long2ObjectHashMap<>();
  private final Long2ObjectHashMap<Instance> instances = new Long2ObjectHashMap<>();

  @Override
  public void put(long id, Method method) {
    methods.put(id, method);
  }

  @Override
  public @Nullable Method method(long id) {
    return methods.get(id);
  }

  @Override
  public void put(long key, Instance instance) {
    instances.put(key, instance);
  }

  @Override
  public @Nullable Instance instance(long key) {
    return instances.get(key);
  }
}
