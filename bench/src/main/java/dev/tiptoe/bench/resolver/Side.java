// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.bench.resolver;

import dev.tiptoe.bench.Checksum;
import java.lang.ref.Reference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Does the works: the map, or a peer. Not thread-safe. */
interface Side {

  /** Prepares a work; the preparation is not measured. */
  Consumer<Checksum> work(String word);

  /** Returns the heap that the side retains for each ID, in bytes. */
  long bytesPerID();

  /** Returns the time that one look-up in a thousand exceeds, in nanoseconds. */
  long slowest();

  /** Returns the heap that the created object retains, in bytes. */
  static long retained(Supplier<?> making) {
    long before = usedHeap();
    Object made = making.get();
    try {
      return usedHeap() - before;
    } finally {
      Reference.reachabilityFence(made);
    }
  }

  private static long usedHeap() {
    System.gc();
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
