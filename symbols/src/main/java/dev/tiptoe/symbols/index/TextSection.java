// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A section of texts, numbered in the order of their bytes in UTF-8. Immutable and thread-safe;
 * decodes on each call.
 *
 * <pre>
 *  count:u32 | offset:u32 of each group | groups of sixteen texts
 *  text: |number of bytes shared with the text before it, absent for the first of a group|
 *        |number of further bytes|further bytes|
 * </pre>
 */
final class TextSection {

  static final int GROUP = 16;

  /** More than the longest name in metadata, and the longest path in a PDB. */
  static final int LONGEST = 1 << 18;

  private final IndexBytes bytes;
  private final int begin;
  private final int count;

  TextSection(IndexBytes bytes, Section section) {
    this.bytes = bytes;
    this.begin = section.offset();
    this.count = section.length() == 0 ? 0 : bytes.size(begin);
    long groups = ((long) count + GROUP - 1) / GROUP;
    if (4 * groups + 4 > Math.max(4, section.length())) {
      throw bytes.damaged(begin, count + " texts in " + section.length() + " bytes");
    }
  }

  int count() {
    return count;
  }

  /** Returns a text. */
  String get(int number) {
    Text text = new Text();
    text.moveTo(number);
    return text.toString();
  }

  /** Takes texts. */
  @FunctionalInterface
  interface Receiver {
    /** Takes a text: the first bytes of an array, which changes afterwards. */
    void take(byte[] utf8, int length);
  }

  /** Passes all texts on, in order. */
  void forEach(Receiver receiver) {
    Text text = new Text();
    for (int number = 0; number < count; number++) {
      text.moveTo(number);
      receiver.take(text.utf8, text.length);
    }
  }

  /** Returns the number of a text; a negative number when it is not there. */
  int find(String sought) {
    byte[] utf8 = sought.getBytes(StandardCharsets.UTF_8);
    Text text = new Text();
    int low = 0;
    int high = (count + GROUP - 1) / GROUP - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      text.moveTo(middle * GROUP);
      if (text.compareTo(utf8) <= 0) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    int end = Math.min(count, (low + 1) * GROUP);
    for (int number = low * GROUP; number < end; number++) {
      text.moveTo(number);
      if (text.compareTo(utf8) == 0) {
        return number;
      }
    }
    return -1;
  }

  /** A text that is being decoded. Mutable, not thread-safe. */
  private final class Text extends IndexCursor {

    private byte[] utf8 = new byte[64];
    private int length;
    private int number = -1;

    Text() {
      super(TextSection.this.bytes, begin);
    }

    void moveTo(int sought) {
      if (sought < 0 || sought >= count) {
        throw bytes.damaged(begin, "there is no text " + sought + " among " + count);
      }
      if (number < 0 || sought != number + 1 || sought % GROUP == 0) {
        int group = sought / GROUP;
        at = begin + bytes.size(begin + 4 + 4 * group);
        number = group * GROUP;
        length = 0;
        next(0);
      }
      while (number < sought) {
        number++;
        next(number());
      }
    }

    private void next(int shared) {
      int more = number();
      if ((shared | more) < 0 || shared > length || more > LONGEST - shared) {
        throw bytes.damaged(at, "a text of " + shared + " and " + more + " bytes");
      }
      length = shared + more;
      if (length > utf8.length) {
        utf8 = Arrays.copyOf(utf8, Math.max(length, 2 * utf8.length));
      }
      copy(utf8, shared, more);
    }

    int compareTo(byte[] other) {
      return Arrays.compareUnsigned(utf8, 0, length, other, 0, other.length);
    }

    @Override
    public String toString() {
      return new String(utf8, 0, length, StandardCharsets.UTF_8);
    }
  }
}
