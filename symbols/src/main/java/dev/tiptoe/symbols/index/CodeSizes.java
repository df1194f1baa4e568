// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

/**
 * How many bytes of IL the methods with sequence points have, in a row for each method. Immutable
 * and thread-safe. A file before version 1.2 does not say it.
 */
final class CodeSizes {

  private static final int SIZE = 0;

  private final BitRows rows;

  CodeSizes(IndexBytes bytes, Section section) {
    this.rows = new BitRows(bytes, section);
  }

  /** Returns the size; 0 when it is not known. Any number is allowed. */
  int of(int rid) {
    return rid <= 0 || rid > rows.count() ? 0 : rows.get(rid - 1, SIZE);
  }

  /** Returns whether an IL offset is known to be behind the code of a method. */
  boolean isBehind(int rid, int ilOffset) {
    int size = of(rid);
    return size > 0 && ilOffset >= size;
  }

  /** Writes the sizes by rid, the first of which is that of rid 1. */
  static IndexOutput write(int[] sizes) {
    int[] numbers = new int[sizes.length * BitRows.COLUMNS];
    for (int i = 0; i < sizes.length; i++) {
      numbers[i * BitRows.COLUMNS + SIZE] = sizes[i];
    }
    return BitRows.write(numbers, sizes.length);
  }
}
