// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The HotColdMap: pairs of runtime functions, ascending: where a method's cold part begins, and
 * where the method does. The cold parts follow all others.
 *
 * <p>Immutable. Source: "HotColdMap" in readytorun-format.md.
 */
final class HotColdMap {

  private static final int PAIR = 8;

  private final Bytes pairs;
  private final int functions;
  private final int count;

  /** The map in {@code pairs}, empty for none, over so many runtime functions. */
  HotColdMap(Bytes pairs, int functions) {
    this.pairs = pairs;
    this.functions = functions;
    this.count = pairs.length() / PAIR;
  }

  /** The first runtime function that is a cold part. */
  int firstCold() {
    return count == 0 ? functions : cold(0);
  }

  /** The pair whose cold part a runtime function belongs to. */
  int pairOfCold(int function) {
    return search(0, function);
  }

  /** The pair whose method begins at a runtime function; -1 when that method has no cold part. */
  int pairOfHot(int function) {
    int pair = search(4, function);
    return pair >= 0 && hot(pair) == function ? pair : -1;
  }

  /** Where the cold part begins. */
  int cold(int pair) {
    return Math.min(functions, pairs.size(pair * PAIR));
  }

  /** Behind the cold part. */
  int coldEnd(int pair) {
    return pair + 1 < count ? cold(pair + 1) : functions;
  }

  /** Where the method begins. */
  int hot(int pair) {
    return pairs.size(pair * PAIR + 4);
  }

  private int search(int column, int function) {
    int low = 0;
    int high = count;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (pairs.size(middle * PAIR + column) <= function) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low - 1;
  }
}
