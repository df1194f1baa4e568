// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import java.util.Arrays;

/**
 * Disjoint ranges of addresses in order, each with a number that stands for its code. Immutable.
 *
 * <pre>
 *   start of each range | end, number of each range
 * </pre>
 *
 * <p>The starts lie together, for a search goes through them; the rest of a range is one more visit
 * to memory.
 */
final class CodeBlock {

  /** No range. */
  static final CodeBlock EMPTY = new CodeBlock(0);

  private final int size;
  private final long[] words;

  private CodeBlock(int size) {
    this.size = size;
    this.words = new long[3 * size];
  }

  int size() {
    return size;
  }

  long start(int position) {
    return words[position];
  }

  long end(int position) {
    return words[size + 2 * position];
  }

  long number(int position) {
    return words[size + 2 * position + 1];
  }

  /** The position of the last range that starts at an address or before it; or -1. */
  int floor(long address) {
    int found = Arrays.binarySearch(words, 0, size, address);
    return found >= 0 ? found : -found - 2;
  }

  /** The ranges from one position to before another. */
  CodeBlock part(int from, int to) {
    return new CodeBlock(to - from).take(this, from, to, 0);
  }

  /** These ranges, and one more at a position. */
  CodeBlock with(int position, long start, long end, long number) {
    CodeBlock longer = new CodeBlock(size + 1);
    longer.take(this, 0, position, 0).take(this, position, size, position + 1);
    longer.words[position] = start;
    longer.words[longer.size + 2 * position] = end;
    longer.words[longer.size + 2 * position + 1] = number;
    return longer;
  }

  /** These ranges without the one at a position. */
  CodeBlock without(int position) {
    CodeBlock shorter = new CodeBlock(size - 1);
    return shorter.take(this, 0, position, 0).take(this, position + 1, size, position);
  }

  private CodeBlock take(CodeBlock source, int from, int to, int at) {
    int count = to - from;
    System.arraycopy(source.words, from, words, at, count);
    System.arraycopy(source.words, source.size + 2 * from, words, size + 2 * at, 2 * count);
    return this;
  }
}
