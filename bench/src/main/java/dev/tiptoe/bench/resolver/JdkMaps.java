// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The JDK's maps, which any number of threads may read beside a writer. */
final class JdkMaps implements LongMaps {

  private final ConcurrentHashMap<Long, Method> methods = new ConcurrentHashMap<>();
  private final ConcurrentHashMap<Long, Instance> instances = new ConcurrentHashMap<>();

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
