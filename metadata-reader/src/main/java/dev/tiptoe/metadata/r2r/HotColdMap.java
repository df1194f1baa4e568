// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.r2r;

import dev.tiptoe.metadata.bytes.Bytes;

/**
 * The HotColdMap: pairs of runtime functions, ascending, with the beginning of a method's cold part
 * and that of the method. The cold parts follow all others.
 *
 * <p>Immutable. Source: "HotColdMap" in readytorun-format.md.
 */
final class HotColdMap {

  private static final int PAIR = 8;

  private final Bytes pairs;
  private final int functions;
  private final int count;

  /** Reads the map in {@code pairs}, empty for none, over so many runtime functions. */
  HotColdMap(Bytes pairs, int functions) {
    this.pairs = pairs;
    this.functions = functions;
    this.count = pairs.length() / PAIR;
  }

  /** Returns the first runtime function that is a cold part. */
  int firstCold() {
    return count == 0 ? functions : cold(0);
  }

  /** Returns the pair whose cold part contains a runtime function. */
  int pairOfCold(int function) {
    return search(0, function);
  }

  /**
   * Returns the pair whose method begins at a runtime function; -1 when that method has no cold
   * part.
   */
  int pairOfHot(int function) {
    int pair = search(4, function);
    return pair >= 0 && hot(pair) == function ? pair : -1;
  }

  /** Returns where the cold part begins. */
  int cold(int pair) {
    return Math.min(functions, pairs.size(pair * PAIR));
  }

  /** Returns where the cold part ends. */
  int coldEnd(int pair) {
    return pair + 1 < count ? cold(pair + 1) : functions;
  }

  /** Returns where the method begins. */
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
