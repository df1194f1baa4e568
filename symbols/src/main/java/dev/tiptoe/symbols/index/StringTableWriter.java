// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.symbols.index;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Collects texts, gives each a preliminary number, and writes a {@link TextSection}. Mutable, not
 * thread-safe.
 */
final class StringTableWriter {

  /** A text with its preliminary number. */
  private static final class Text {

    private final byte[] utf8;
    private final int number;

    Text(byte[] utf8, int number) {
      this.utf8 = utf8;
      this.number = number;
    }
  }

  private final Map<String, Integer> numbers = new HashMap<>();
  private int[] order = {};

  /** Returns the preliminary number of a text. */
  int add(String text) {
    Integer known = numbers.putIfAbsent(text, numbers.size());
    return known == null ? numbers.size() - 1 : known;
  }

  int count() {
    return numbers.size();
  }

  /** Returns the number that a text has in the table that was written. */
  int number(int preliminary) {
    return order[preliminary];
  }

  /** Writes the table. */
  IndexOutput write() {
    Text[] sorted = new Text[numbers.size()];
    numbers.forEach(
        (text, number) -> sorted[number] = new Text(text.getBytes(StandardCharsets.UTF_8), number));
    Arrays.sort(sorted, (one, other) -> Arrays.compareUnsigned(one.utf8, other.utf8));
    byte[][] texts = new byte[sorted.length][];
    order = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      texts[i] = sorted[i].utf8;
      order[sorted[i].number] = i;
    }
    return written(texts);
  }

  private static IndexOutput written(byte[][] texts) {
    int groups = (texts.length + TextSection.GROUP - 1) / TextSection.GROUP;
    IndexOutput table = new IndexOutput().i32(texts.length);
    IndexOutput data = new IndexOutput();
    byte[] before = {};
    for (int i = 0; i < texts.length; i++) {
      byte[] text = texts[i];
      int shared = 0;
      if (i % TextSection.GROUP == 0) {
        table.i32(4 + 4 * groups + data.length());
      } else {
        shared = Math.max(0, Arrays.mismatch(before, text));
        data.number(shared);
      }
      data.number(text.length - shared).bytes(text, shared, text.length - shared);
      before = text;
    }
    return table.bytes(data);
  }
}
