// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Arrays;

/**
 * The ends of strings in a heap that are too long to be searched for each time. The end of the
 * string around every {@value #STEP}th byte is stored. Immutable.
 */
final class StringEnds {

  /** The least number of bytes of a long string. */
  static final int STEP = 512;

  private final int[] ends;

  StringEnds(Bytes bytes) {
    ends = new int[bytes.length() / STEP + 1];
    int mark = 0;
    for (int at = 0; mark < ends.length; ) {
      int end = bytes.findZero(at);
      int behind = end / STEP + 1;
      Arrays.fill(ends, mark, behind, end);
      mark = behind;
      // A string without a mark is short, so its end is not needed.
      at = mark * STEP;
    }
  }

  /** Returns the end of the long string at {@code offset}: that at the first mark inside it. */
  int of(int offset) {
    return ends[(offset + STEP - 1) / STEP];
  }
}
