// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.bench.resolver;

import dev.tiptoe.proof.bench.Checksum;
import java.lang.ref.Reference;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What does the works: the map, or a peer. For one thread. */
interface Side {

  /** A work, with all that is not measured done. */
  Consumer<Checksum> work(String word);

  /** Heap that the side retains for each ID, in bytes. */
  long bytesPerID();

  /** The time that one look-up in a thousand exceeds, in nanoseconds. */
  long slowest();

  /** The heap that what is made retains, in bytes. */
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
