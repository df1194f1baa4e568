// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.metadata.heap;

import dev.tiptoe.metadata.bytes.Bytes;
import java.util.Arrays;

/**
 * Where the strings of a heap end that are so long that one cannot search for it whenever it is
 * asked for. The end of the string around every {@value #STEP}th byte is kept. Immutable.
 */
final class StringEnds {

  /** How many bytes a string has at least to be called long. */
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
      // Strings that no mark stands in are short: nobody asks for their ends.
      at = mark * STEP;
    }
  }

  /** The end of the long string at {@code offset}: that at the first mark inside it. */
  int of(int offset) {
    return ends[(offset + STEP - 1) / STEP];
  }
}
