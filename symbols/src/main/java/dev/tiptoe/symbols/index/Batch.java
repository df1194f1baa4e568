// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import org.jspecify.annotations.Nullable;

/**
 * Finds the places of a few frames together, those that are not cached by decoding. The processor
 * waits for memory longer than it computes; done in steps, each over all frames, their reads of one
 * step do not wait for one another. Mutable, for one thread.
 */
final class Batch {

  /** How many frames are done together: enough to overlap, few enough to stay in the cache. */
  static final int SIZE = 64;

  private final PlaceCache cache;
  private final long[] keys = new long[SIZE];

  /** The frames that are not cached, and how many they are. */
  private final int[] missing = new int[SIZE];

  private int missingCount;

  private final @Nullable PointTable[] tables = new @Nullable PointTable[SIZE];
  private final int[] blocks = new int[SIZE];
  private final long[] heads = new long[SIZE];

  Batch(PlaceCache cache) {
    this.cache = cache;
  }

  /** Writes the places of {@code count} frames, from the frame {@code from} on. */
  void places(
      ModuleNumbers known,
      int[] modules,
      int[] rids,
      int[] ilOffsets,
      long[] places,
      int from,
      int count) {
    missingCount = 0;
    for (int i = 0; i < count; i++) {
      int frame = from + i;
      keys[i] = PlaceCache.key(modules[frame], rids[frame], ilOffsets[frame]);
      places[frame] = cache.get(keys[i]);
    }
    for (int i = 0; i < count; i++) {
      if (places[from + i] == PlaceCache.ABSENT) {
        missing[missingCount++] = from + i;
      }
    }
    if (missingCount > 0) {
      decode(known, modules, rids, ilOffsets, places);
      for (int i = 0; i < missingCount; i++) {
        if (tables[i] != null) {
          cache.put(keys[missing[i] - from], places[missing[i]]);
        }
      }
    }
  }

  private void decode(
      ModuleNumbers known, int[] modules, int[] rids, int[] ilOffsets, long[] places) {
    @Nullable IndexBytes bytes = null;
    try {
      for (int i = 0; i < missingCount; i++) {
        SymbolIndex index = known.index(modules[missing[i]]);
        bytes = index == null ? bytes : index.bytes();
        tables[i] = index == null ? null : index.points();
      }
      for (int i = 0; i < missingCount; i++) {
        PointTable table = tables[i];
        blocks[i] = table == null ? 0 : table.block(rids[missing[i]]);
      }
      for (int i = 0; i < missingCount; i++) {
        PointTable table = tables[i];
        heads[i] = table == null ? 0 : table.head(blocks[i]);
      }
      for (int i = 0; i < missingCount; i++) {
        PointTable table = tables[i];
        places[missing[i]] =
            table == null
                ? PointTable.NONE
                : table.place(blocks[i], heads[i], ilOffsets[missing[i]]);
      }
    } catch (InternalError e) {
      // Any of the files may be the one that was cut.
      if (bytes == null) {
        throw e;
      }
      throw bytes.cut(e);
    }
  }
}
