// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.format;

import java.util.HashMap;
import java.util.Map;

/**
 * The labels that events may still refer to: those since the last sequence point. Mutable, not
 * thread-safe.
 */
final class LabelTable {

  private static final int MOST_BYTES = 16 << 20;
  private static final int MOST_DECODED = 1024;

  private final NumberedBlocks<LabelBlock> blocks = new NumberedBlocks<>(MOST_BYTES);
  private final Map<Integer, EventLabels> decoded = new HashMap<>();

  void add(LabelBlock block) {
    decoded.clear(); // A later block may define a number again.
    blocks.add(block);
  }

  /** Returns the labels of that number; none for 0, and where there are none. */
  EventLabels get(int id) {
    if (id == 0) {
      return EventLabels.NONE;
    }
    EventLabels known = decoded.get(id);
    if (known == null) {
      known = blocks.of(id).map(block -> block.get(id)).orElse(EventLabels.NONE);
      if (decoded.size() == MOST_DECODED) {
        decoded.clear();
      }
      decoded.put(id, known);
    }
    return known;
  }

  void clear() {
    blocks.clear();
    decoded.clear();
  }
}
