// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntPredicate;
import java.util.function.IntToLongFunction;

/**
 * Pieces of code whose memory was reused. Finds the piece that was at an address at a time. One
 * writer, lock-free readers.
 *
 * <p>Each piece is filed under the cells of memory that it touches, of a size of which it takes up
 * more than one and at most four. Of such pieces, those that cover a cell's first address exclude
 * one another, and so do those that begin inside the cell: no two can have lived at once. So each
 * of the two lists of a cell is in the order of time, and a question is a binary search in each
 * list of the cell of each size.
 */
final class PastCode {

  private static final int SIZES = 17;

  private static final boolean[] BOTH = {true, false};

  /** What of a cell pieces are filed under. */
  private record Key(int size, long cell, boolean coversStart) {}

  /** Row numbers, in the order of time; those that are counted do not change. */
  private static final class Rows {
    final int[] rows;
    final int count;

    Rows(int[] rows, int count) {
      this.rows = rows;
      this.count = count;
    }

    /** With one more, which mostly is the last. */
    Rows with(int row, IntToLongFunction from) {
      int place = count;
      while (place > 0 && from.applyAsLong(rows[place - 1]) > from.applyAsLong(row)) {
        place--;
      }
      boolean fits = place == count && count < rows.length;
      int[] longer = fits ? rows : Arrays.copyOf(rows, Math.max(2, count * 2));
      System.arraycopy(rows, place, longer, place + 1, count - place);
      longer[place] = row;
      return new Rows(longer, count + 1);
    }
  }

  private static final Rows NONE = new Rows(new int[0], 0);

  private final Map<Key, Rows> filed = new ConcurrentHashMap<>();

  /** Sizes of which there is a piece, as bits. */
  private volatile int sizes;

  /** Files a piece of code, which has ended. */
  void add(long start, long end, int row, IntToLongFunction from) {
    int size = size(end - start);
    int shift = shift(size);
    for (long cell = start >>> shift; cell <= (end - 1) >>> shift; cell++) {
      Key key = new Key(size, cell, start <= cell << shift);
      filed.put(key, filed.getOrDefault(key, NONE).with(row, from));
    }
    int before = sizes;
    sizes = before | 1 << size;
  }

  /**
   * The piece that held an address at a time, or {@link Pages#NONE}.
   *
   * @param from when a row began
   * @param holds whether a row has the address and had not ended
   */
  int at(long address, long time, IntToLongFunction from, IntPredicate holds) {
    int present = sizes;
    for (int size = 0; size < SIZES; size++) {
      if ((present & (1 << size)) != 0) {
        long cell = address >>> shift(size);
        for (boolean coversStart : BOTH) {
          int row = lastBegun(new Key(size, cell, coversStart), time, from);
          if (row != Pages.NONE && holds.test(row)) {
            return row;
          }
        }
      }
    }
    return Pages.NONE;
  }

  /** The last that had begun: only it can live then, for the earlier ones ended before it began. */
  private int lastBegun(Key key, long time, IntToLongFunction from) {
    Rows in = filed.getOrDefault(key, NONE);
    int low = 0;
    int high = in.count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (from.applyAsLong(in.rows[middle]) <= time) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low == 0 ? Pages.NONE : in.rows[low - 1];
  }

  /** The number of the cell size for a length: a cell has 4 to that power addresses. */
  private static int size(long length) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(length - 1);
    return Math.max(0, (bits - 1) / 2);
  }

  private static int shift(int size) {
    return 2 * size;
  }
}
