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

  /** Is written, so that what is read for later steps alone is read. */
  @SuppressWarnings("UnusedVariable")
  private long touched;

  /** Writes the places of {@code count} frames, from the frame {@code from} on. */
  void places(
      ModuleNumbers known,
      int[] modules,
      int[] rids,
      int[] ilOffsets,
      long[] places,
      int from,
      int count) {
    int frame = from;
    try {
      for (int i = 0; i < count; i++) {
        frame = from + i;
        PointTable table = known.points(modules[frame]);
        tables[i] = table;
        blocks[i] = table == null ? 0 : table.block(rids[frame]);
      }
      for (int i = 0; i < count; i++) {
        frame = from + i;
        PointTable table = tables[i];
        heads[i] = table == null ? 0 : table.head(blocks[i]);
        touched ^= table == null ? 0 : table.behind(blocks[i]);
      }
      for (int i = 0; i < count; i++) {
        frame = from + i;
        PointTable table = tables[i];
        places[frame] =
            table == null
                ? PointTable.NONE
                : table.place(rids[frame], blocks[i], heads[i], ilOffsets[frame]);
      }
    } catch (InternalError e) {
      // The file that was cut may be another one: the error comes some time after the read.
      SymbolIndex index = known.index(modules[frame]);
      if (index == null) {
        throw e;
      }
      throw index.bytes().cut(e);
    }
  }
}
