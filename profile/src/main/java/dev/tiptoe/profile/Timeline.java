// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.Arrays;

/**
 * When the samples of a profile were taken: cells that hold the weight of one row of the profile in
 * one slot of time. Cells are in the order in which their first samples came, which for one thread
 * is the order of time.
 *
 * <p>Immutable. At first a slot is one nanosecond. Whenever there are more than a million cells,
 * and four for each row of the profile, the length of slots is doubled until half of them are
 * left, or two for each row. So the memory depends on the number of rows, and not on that of
 * samples: 28 bytes for each cell.
 */
public final class Timeline {

  private final int shift;
  private final long[] slots;
  private final int[] rows;
  private final long[] counts;
  private final long[] nanos;

  private Timeline(Builder built) {
    shift = built.shift;
    slots = Arrays.copyOf(built.slots, built.size);
    rows = Arrays.copyOf(built.rows, built.size);
    counts = Arrays.copyOf(built.counts, built.size);
    nanos = Arrays.copyOf(built.nanos, built.size);
  }

  /** Returns the number of cells. */
  public int size() {
    return slots.length;
  }

  /** Returns the length of a slot in nanoseconds, a power of two. */
  public long slotNanos() {
    return 1L << shift;
  }

  /** Returns the time at which the slot of a cell begins, in the profile's time. */
  public long time(int cell) {
    return slots[cell] << shift;
  }

  /** Returns the row of a cell in the profile. */
  public int row(int cell) {
    return rows[cell];
  }

  /** Returns the number of samples in a cell. */
  public long count(int cell) {
    return counts[cell];
  }

  /** Returns the nanoseconds that the samples of a cell represent. */
  public long nanos(int cell) {
    return nanos[cell];
  }

  /** Builds a timeline. Not thread-safe. */
  static final class Builder {

    private static final int MOST = 1 << 20;
    private static final int PER_ROW = 4;
    private static final int WIDEST = 62;

    private int shift;
    private int most;
    private long[] slots = new long[1024];
    private int[] rows = new int[1024];
    private long[] counts = new long[1024];
    private long[] nanos = new long[1024];
    private int size;

    /** The newest cell of each row plus 1; 0 for none. */
    private int[] newest = new int[1024];

    private int newestRow = -1;

    Builder() {
      this(MOST);
    }

    Builder(int most) {
      this.most = most;
    }

    void add(long at, int row, long count, long time) {
      long slot = at >> shift;
      if (row >= newest.length) {
        newest = Arrays.copyOf(newest, Math.max(row + 1, newest.length + (newest.length >> 1)));
      }
      newestRow = Math.max(newestRow, row);
      int cell = newest[row] - 1;
      if (cell >= 0 && slots[cell] == slot) {
        counts[cell] += count;
        nanos[cell] += time;
        return;
      }
      begin(slot, row, count, time);
      if (size >= most) {
        coarsen();
      }
    }

    private void begin(long slot, int row, long count, long time) {
      if (size == slots.length) {
        int length = size * 2;
        slots = Arrays.copyOf(slots, length);
        rows = Arrays.copyOf(rows, length);
        counts = Arrays.copyOf(counts, length);
        nanos = Arrays.copyOf(nanos, length);
      }
      slots[size] = slot;
      rows[size] = row;
      counts[size] = count;
      nanos[size] = time;
      newest[row] = ++size;
    }

    private void coarsen() {
      while (size > most / 2 && size / 2 > newestRow && shift < WIDEST) {
        shift++;
        join();
      }
      most = Math.max(most, PER_ROW * Math.max(newestRow + 1, size / 2));
    }

    private void join() {
      int before = size;
      size = 0;
      Arrays.fill(newest, 0, newestRow + 1, 0);
      for (int i = 0; i < before; i++) {
        int row = rows[i];
        long slot = slots[i] >> 1;
        int cell = newest[row] - 1;
        if (cell >= 0 && slots[cell] == slot) {
          counts[cell] += counts[i];
          nanos[cell] += nanos[i];
        } else {
          begin(slot, row, counts[i], nanos[i]);
        }
      }
    }

    Timeline build() {
      return new Timeline(this);
    }
  }
}
