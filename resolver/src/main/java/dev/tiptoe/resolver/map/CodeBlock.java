// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.Arrays;

/** Disjoint ranges of addresses in order, each with the number of its row. Immutable. */
final class CodeBlock {

  /** No range. */
  static final CodeBlock EMPTY = new CodeBlock(0);

  private final long[] starts;
  private final long[] ends;
  private final int[] rows;

  private CodeBlock(int size) {
    this.starts = new long[size];
    this.ends = new long[size];
    this.rows = new int[size];
  }

  int size() {
    return rows.length;
  }

  long start(int position) {
    return starts[position];
  }

  long end(int position) {
    return ends[position];
  }

  int row(int position) {
    return rows[position];
  }

  /** The position of the last range that starts at an address or before it; or -1. */
  int floor(long address) {
    int found = Arrays.binarySearch(starts, address);
    return found >= 0 ? found : -found - 2;
  }

  /** The ranges from one position to before another. */
  CodeBlock part(int from, int to) {
    return new CodeBlock(to - from).take(this, from, to, 0);
  }

  /** These ranges, and one more at a position. */
  CodeBlock with(int position, long start, long end, int row) {
    CodeBlock longer = new CodeBlock(size() + 1);
    longer.take(this, 0, position, 0).take(this, position, size(), position + 1);
    longer.starts[position] = start;
    longer.ends[position] = end;
    longer.rows[position] = row;
    return longer;
  }

  /** These ranges without the one at a position. */
  CodeBlock without(int position) {
    CodeBlock shorter = new CodeBlock(size() - 1);
    return shorter.take(this, 0, position, 0).take(this, position + 1, size(), position);
  }

  private CodeBlock take(CodeBlock source, int from, int to, int at) {
    System.arraycopy(source.starts, from, starts, at, to - from);
    System.arraycopy(source.ends, from, ends, at, to - from);
    System.arraycopy(source.rows, from, rows, at, to - from);
    return this;
  }
}
