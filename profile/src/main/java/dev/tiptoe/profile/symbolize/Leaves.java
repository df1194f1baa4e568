// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.profile.message.PprofTables;
import dev.tiptoe.profile.wire.MessageFields;
import dev.tiptoe.profile.wire.WireReader;

/**
 * The locations of compiled code that are callers in some sample: their addresses are return
 * addresses. Not thread-safe.
 */
final class Leaves {

  private static final int MOST = 3_000_000;

  private static final int ONLY_LEAF = 1;
  private static final int CALLER = 2;

  private final LongIntMap isCaller = new LongIntMap();
  private final MessageFields.Numbers locations = this::location;
  private boolean isLeaf;

  /** Adds a location of compiled code. */
  void add(long id) {
    if (isCaller.size() < MOST) {
      isCaller.put(id, ONLY_LEAF);
    }
  }

  boolean isEmpty() {
    return isCaller.size() == 0;
  }

  /** Takes in a sample, at whose beginning the reader is. */
  void sample(WireReader in, long end) {
    isLeaf = true;
    PprofTables.readStack(in, end, locations);
  }

  private void location(int field, long id) {
    if (!isLeaf && isCaller.get(id) == ONLY_LEAF) {
      isCaller.put(id, CALLER);
    }
    isLeaf = false;
  }

  /** Returns whether a location is called from; one that was not added counts as such. */
  boolean isCaller(long id) {
    return isCaller.get(id) != ONLY_LEAF;
  }
}
