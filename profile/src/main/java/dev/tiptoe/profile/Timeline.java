// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile;

import java.util.Arrays;
import java.util.Comparator;

/**
 * When the samples of a profile were taken: cells that hold the weight of one row of the profile in
 * one slot of time. Cells are in the order in which their first samples came, which for one thread
 * is the order of time; those of a profile that was read out of order are sorted by time.
 *
 * <p>Immutable. At first a slot is one nanosecond. Whenever there are more than 262,144 cells, and
 * four for each row of the profile, the length of slots is doubled until half of them are left, or
 * two for each row. So the memory depends on the number of rows, and not on that of samples: 32
 * bytes for each cell.
 */
public final class Timeline {

  private static final int PAGE_BITS = 12;
  private static final int PAGE_CELLS = 1 << PAGE_BITS;
  private static final int PAGE_MASK = PAGE_CELLS - 1;

  /** The fields of a cell: its slot, its row, its number of samples and their nanoseconds. */
  private static final int SLOT = 0;

  private static final int ROW = 1;
  private static final int COUNT = 2;
  private static final int NANOS = 3;
  private static final int FIELDS = 4;

  private final int shift;
  private final long[][] pages;
  private final int size;

  private Timeline(Builder built) {
    shift = built.shift;
    size = built.size;
    pages = Arrays.copyOf(built.pages, (size + PAGE_CELLS - 1) / PAGE_CELLS);
  }

  /** Returns the number of cells. */
  public int size() {
    return size;
  }

  /** Returns the length of a slot in nanoseconds, a power of two. */
  public long slotNanos() {
    return 1L << shift;
  }

  /** Returns the time at which the slot of a cell begins, in the profile's time. */
  public long time(int cell) {
    return field(cell, SLOT) << shift;
  }

  /** Returns the row of a cell in the profile. */
  public int row(int cell) {
    return (int) field(cell, ROW);
  }

  /** Returns the number of samples in a cell. */
  public long count(int cell) {
    return field(cell, COUNT);
  }

  /** Returns the nanoseconds that the samples of a cell represent. */
  public long nanos(int cell) {
    return field(cell, NANOS);
  }

  private long field(int cell, int field) {
    return pages[cell >>> PAGE_BITS][(cell & PAGE_MASK) * FIELDS + field];
  }

  /** Builds a timeline. Not thread-safe. */
  static final class Builder {

    private static final int MOST = 1 << 18;
    private static final int PER_ROW = 4;
    private static final int WIDEST = 62;

    private int shift;
    private int most;
    private long[][] pages = new long[16][];
    private int size;

    /** The newest cell of each row plus 1; 0 for none. */
    private int[] newest = new int[1024];

    private int newestRow = -1;
    private boolean sorted;

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
      if (!isAdded(slot, row, count, time)) {
        begin(slot, row, count, time);
        if (size >= most) {
          coarsen();
        }
      }
    }

    private boolean isAdded(long slot, int row, long count, long time) {
      int cell = newest[row] - 1;
      if (cell < 0) {
        return false;
      }
      long[] page = pages[cell >>> PAGE_BITS];
      int at = (cell & PAGE_MASK) * FIELDS;
      if (page[at + SLOT] != slot) {
        return false;
      }
      page[at + COUNT] += count;
      page[at + NANOS] += time;
      return true;
    }

    private void begin(long slot, int row, long count, long time) {
      int number = size >>> PAGE_BITS;
      if (number == pages.length) {
        pages = Arrays.copyOf(pages, number * 2);
      }
      if (pages[number] == null) {
        pages[number] = new long[PAGE_CELLS * FIELDS];
      }
      long[] page = pages[number];
      int at = (size & PAGE_MASK) * FIELDS;
      page[at + SLOT] = slot;
      page[at + ROW] = row;
      page[at + COUNT] = count;
      page[at + NANOS] = time;
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
        long[] page = pages[i >>> PAGE_BITS];
        int at = (i & PAGE_MASK) * FIELDS;
        long slot = page[at + SLOT] >> 1;
        int row = (int) page[at + ROW];
        if (!isAdded(slot, row, page[at + COUNT], page[at + NANOS])) {
          begin(slot, row, page[at + COUNT], page[at + NANOS]);
        }
      }
    }

    /** Has the cells sorted by time when the timeline is built. */
    void sortAtEnd() {
      sorted = true;
    }

    Timeline build() {
      if (sorted) {
        sort();
      }
      return new Timeline(this);
    }

    private void sort() {
      long[][] cells = new long[size][];
      for (int i = 0; i < size; i++) {
        int at = (i & PAGE_MASK) * FIELDS;
        cells[i] = Arrays.copyOfRange(pages[i >>> PAGE_BITS], at, at + FIELDS);
      }
      Arrays.sort(cells, Comparator.comparingLong(cell -> cell[SLOT]));
      for (int i = 0; i < size; i++) {
        int at = (i & PAGE_MASK) * FIELDS;
        System.arraycopy(cells[i], 0, pages[i >>> PAGE_BITS], at, FIELDS);
      }
    }
  }
}
