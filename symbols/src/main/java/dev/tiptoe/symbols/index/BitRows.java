// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/**
 * A section of rows of numbers, each as wide as the largest number in its column. Immutable and
 * thread-safe.
 *
 * <pre>
 *  rows:u32 | width:u8 of four columns, in bits | the rows, without gaps, lowest bits first
 * </pre>
 */
final class BitRows {

  static final int COLUMNS = 4;

  private static final int HEADER = 8;

  /** So many rows may take no bits; a claim of billions would cost memory elsewhere. */
  private static final int MOST_WITHOUT_BITS = 1 << 16;

  private final IndexBytes bytes;
  private final int data;
  private final int count;
  private final int[] widths = new int[COLUMNS];
  private final int[] begins = new int[COLUMNS];
  private final int rowWidth;

  BitRows(IndexBytes bytes, Section section) {
    this.bytes = bytes;
    int begin = section.offset();
    this.data = begin + HEADER;
    this.count = section.length() == 0 ? 0 : bytes.size(begin);
    int sum = 0;
    for (int i = 0; i < COLUMNS && count > 0; i++) {
      widths[i] = bytes.u8(begin + 4 + i);
      begins[i] = sum;
      sum += widths[i];
      if (widths[i] > Integer.SIZE) {
        throw bytes.damaged(begin + 4 + i, "a column of " + widths[i] + " bits");
      }
    }
    this.rowWidth = sum;
    boolean isShort = ((long) count * sum + 7) / 8 + HEADER > Math.max(section.length(), HEADER);
    if (isShort || (sum == 0 && count > MOST_WITHOUT_BITS)) {
      throw bytes.damaged(begin, count + " rows in " + section.length() + " bytes");
    }
  }

  int count() {
    return count;
  }

  /** Returns a number; the row must exist. */
  int get(int row, int column) {
    if (row < 0 || row >= count) {
      throw bytes.damaged(data, "there is no row " + row + " among " + count);
    }
    return bytes.bits(data, (long) row * rowWidth + begins[column], widths[column]);
  }

  /** Returns the last row whose number in a column, which ascends, is at most a value; or -1. */
  int lastUpTo(int column, int value) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Integer.compareUnsigned(get(middle, column), value) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }

  /** Writes rows: the numbers of each, one behind the other. */
  static IndexOutput write(int[] numbers, int count) {
    int[] widths = new int[COLUMNS];
    for (int i = 0; i < count * COLUMNS; i++) {
      int column = i % COLUMNS;
      widths[column] = Math.max(widths[column], IndexOutput.width(numbers[i]));
    }
    if (count > MOST_WITHOUT_BITS) {
      widths[0] = Math.max(widths[0], 1);
    }
    IndexOutput out = new IndexOutput().i32(count);
    for (int width : widths) {
      out.u8(width);
    }
    for (int i = 0; i < count * COLUMNS; i++) {
      out.bits(numbers[i], widths[i % COLUMNS]);
    }
    return out.endBits();
  }
}
