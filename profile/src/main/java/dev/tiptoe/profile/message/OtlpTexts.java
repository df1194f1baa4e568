// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.message;

import dev.tiptoe.profile.wire.WireReader;
import java.nio.charset.StandardCharsets;
import java.util.BitSet;

/** Some texts that are looked for, and their places in a string table. Not thread-safe. */
final class OtlpTexts {

  private final byte[][] texts;

  /** By text: the indexes that it has in the table. */
  private final BitSet[] places;

  OtlpTexts(String... wanted) {
    texts = new byte[wanted.length][];
    places = new BitSet[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      texts[i] = wanted[i].getBytes(StandardCharsets.UTF_8);
      places[i] = new BitSet();
    }
  }

  /** Takes in a text of the table, at whose beginning the reader is and stays. */
  void inTable(WireReader in, int index, long end) {
    int number = numberOf(in, end);
    if (number >= 0) {
      places[number].set(index);
    }
  }

  /** Returns the number of the text that the reader is at; negative if it is none of these. */
  int numberOf(WireReader in, long end) {
    long length = end - in.position();
    for (int i = 0; i < texts.length; i++) {
      if (texts[i].length == length && in.isNext(texts[i], end)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the number of the text at an index of the table; negative if it is none of these. */
  int number(long index) {
    if ((index & ~Integer.MAX_VALUE) == 0) {
      for (int i = 0; i < texts.length; i++) {
        if (places[i].get((int) index)) {
          return i;
        }
      }
    }
    return -1;
  }
}
