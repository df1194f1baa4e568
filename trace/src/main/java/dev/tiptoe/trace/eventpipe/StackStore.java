// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe;

import java.util.Map;
import java.util.TreeMap;

/**
 * The call stacks that events may still refer to: those since the last sequence point.
 *
 * <p>Mutable, not thread-safe; at most {@link #MOST_BYTES} of blocks are kept, the newest.
 */
final class StackStore {

  /** The runtime writes a sequence point at least for every 10 MB of events. */
  static final int MOST_BYTES = 64 << 20;

  private final int pointerSize;
  private final TreeMap<Integer, StackBlock> byFirstId = new TreeMap<>();
  private long bytes;

  StackStore(int pointerSize) {
    this.pointerSize = pointerSize;
  }

  void add(StackBlock block) {
    StackBlock before = byFirstId.put(block.firstId(), block);
    bytes += block.length() - (before == null ? 0 : before.length());
    while (bytes > MOST_BYTES) {
      bytes -= byFirstId.pollFirstEntry().getValue().length();
    }
  }

  /** Returns the stack of that number; an empty one where there is none. */
  EventPipeStack get(int id) {
    Map.Entry<Integer, StackBlock> block = byFirstId.floorEntry(id);
    return block == null ? EventPipeStack.EMPTY : block.getValue().get(id, pointerSize);
  }

  /** Forgets all stacks: no later event refers to one before a sequence point. */
  void clear() {
    byFirstId.clear();
    bytes = 0;
  }
}
