// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.pprof;

import dev.tiptoe.profile.frame.LongIntMap;
import dev.tiptoe.profile.wire.WireReader;

/**
 * Which locations of compiled code are called from, in some sample: their addresses are return
 * addresses. Not thread-safe.
 */
final class Leaves {

  private static final int LOCATION_IDS = 1;
  private static final int MOST = 3_000_000;

  private final LongIntMap isCaller = new LongIntMap();

  /** Adds a location of compiled code. */
  void add(long id) {
    if (isCaller.size() < MOST) {
      isCaller.put(0, id, 0);
    }
  }

  boolean isEmpty() {
    return isCaller.size() == 0;
  }

  /** Takes in a sample, at whose beginning the reader is. */
  void sample(WireReader in, long end) {
    boolean isLeaf = true;
    while (in.position() < end) {
      int tag = in.tag(end);
      if (tag == WireReader.message(LOCATION_IDS)) {
        long packed = in.enter(end);
        while (in.position() < packed) {
          location(in.varint(packed), isLeaf);
          isLeaf = false;
        }
      } else if (tag == LOCATION_IDS << 3) {
        location(in.varint(end), isLeaf);
        isLeaf = false;
      } else {
        in.skip(tag, end);
      }
    }
  }

  private void location(long id, boolean isLeaf) {
    if (!isLeaf && isCaller.get(0, id) == 0) {
      isCaller.put(0, id, 1);
    }
  }

  /** Returns whether a location is called from; one that was not added counts as such. */
  boolean isCaller(long id) {
    return isCaller.get(0, id) != 0;
  }
}
