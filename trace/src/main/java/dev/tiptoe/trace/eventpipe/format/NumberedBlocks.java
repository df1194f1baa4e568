// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The blocks with elements that events may still refer to: those since the last sequence point.
 *
 * <p>Mutable, not thread-safe; keeps a limited number of bytes of blocks, the newest.
 */
final class NumberedBlocks<B extends NumberedBlock> {

  private final int mostBytes;
  private final TreeMap<Integer, B> byFirstId = new TreeMap<>();
  private long bytes;

  NumberedBlocks(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  void add(B block) {
    B before = byFirstId.put(block.firstId(), block);
    bytes += block.length() - (before == null ? 0 : before.length());
    while (bytes > mostBytes) {
      bytes -= byFirstId.pollFirstEntry().getValue().length();
    }
  }

  /** Returns the block that may have the element of that number; empty where none has. */
  Optional<B> of(int id) {
    Map.Entry<Integer, B> block = byFirstId.floorEntry(id);
    return block == null ? Optional.empty() : Optional.of(block.getValue());
  }

  /** Forgets all blocks: no later event refers to one before a sequence point. */
  void clear() {
    byFirstId.clear();
    bytes = 0;
  }
}
