// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import org.jspecify.annotations.Nullable;

/**
 * Finds the places of a few frames together. The processor waits for memory longer than it
 * computes; done in steps, each over all frames, their reads of one step do not wait for one
 * another. Mutable, for one thread.
 */
final class Batch {

  /** How many frames are done together: enough to overlap, few enough to stay in the cache. */
  static final int SIZE = 64;

  private final @Nullable PointTable[] tables = new @Nullable PointTable[SIZE];
  private final int[] blocks = new int[SIZE];
  private final long[] heads = new long[SIZE];

  /** Writes the places of {@code count} frames, from the frame {@code from} on. */
  void places(
      ModuleNumbers known,
      int[] modules,
      int[] rids,
      int[] ilOffsets,
      long[] places,
      int from,
      int count) {
    @Nullable IndexBytes bytes = null;
    try {
      for (int i = 0; i < count; i++) {
        SymbolIndex index = known.index(modules[from + i]);
        bytes = index == null ? bytes : index.bytes();
        tables[i] = index == null ? null : index.points();
      }
      for (int i = 0; i < count; i++) {
        PointTable table = tables[i];
        blocks[i] = table == null ? 0 : table.block(rids[from + i]);
      }
      for (int i = 0; i < count; i++) {
        PointTable table = tables[i];
        heads[i] = table == null ? 0 : table.head(blocks[i]);
      }
      for (int i = 0; i < count; i++) {
        PointTable table = tables[i];
        places[from + i] =
            table == null ? PointTable.NONE : table.place(blocks[i], heads[i], ilOffsets[from + i]);
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
