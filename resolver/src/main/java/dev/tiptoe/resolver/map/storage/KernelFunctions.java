// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.feed.KernelFunction;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * The functions of the kernel, by their addresses. One writer, lock-free readers. Functions beyond
 * {@value #MOST} in a crafted trace are left out.
 */
final class KernelFunctions {

  private static final int MOST = 1 << 16;

  private final ConcurrentSkipListMap<Long, KernelFunction> byStart =
      new ConcurrentSkipListMap<>(Long::compareUnsigned);

  private int count;

  /** Takes in a function; returns whether there is room. */
  boolean seen(KernelFunction function) {
    if (count == MOST) {
      return false;
    }
    if (byStart.put(function.start(), function) == null) {
      count++;
    }
    return true;
  }

  void forEach(Consumer<KernelFunction> action) {
    byStart.values().forEach(action);
  }

  Optional<KernelFunction> at(long address) {
    return Optional.ofNullable(byStart.floorEntry(address))
        .map(Map.Entry::getValue)
        .filter(function -> function.contains(address));
  }
}
