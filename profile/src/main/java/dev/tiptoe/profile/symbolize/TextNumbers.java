// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.profile.symbolize;

import dev.tiptoe.profile.wire.WireReader;
import dev.tiptoe.profile.wire.WireWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The distinct texts that resolved frames need, and their places in the profile's string table:
 * those that the table has, and those that are added to it. Not thread-safe.
 */
final class TextNumbers {

  private static final int FILTER = (1 << 22) - 1;

  private final List<String> texts = new ArrayList<>(List.of(""));
  private final Map<String, Integer> numbers = new HashMap<>(Map.of("", 0));

  /** Hashes of the texts' bytes; most texts of a profile are none of ours. */
  private final BitSet filter = new BitSet();

  private int[] places = {};
  private final List<String> added = new ArrayList<>();

  /** Returns the number of a text. */
  int number(String text) {
    Integer known = numbers.putIfAbsent(text, texts.size());
    if (known != null) {
      return known;
    }
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    // What is not Unicode would be written as a question mark: it is that text then.
    String written = new String(bytes, StandardCharsets.UTF_8);
    if (!written.equals(text)) {
      numbers.remove(text);
      return number(written);
    }
    texts.add(text);
    filter.set(WireReader.hash(bytes) & FILTER);
    return texts.size() - 1;
  }

  /** Begins to look for the texts in the profile's string table. */
  void beginPlaces() {
    places = new int[texts.size()];
  }

  /** Takes in a text of the string table, which ends at {@code end}. */
  void inTable(WireReader in, int index, long end) {
    long length = end - in.position();
    if (index == 0 || length == 0 || length > FILTER >> 6) {
      return;
    }
    if (filter.get(in.hashTo(end) & FILTER)) {
      Integer number = numbers.get(new String(in.bytesTo(end), StandardCharsets.UTF_8));
      if (number != null && places[number] == 0) {
        places[number] = index;
      }
    }
  }

  /** Gives places to the texts that the table lacks, behind its {@code count}. */
  void place(int count) {
    int next = Math.max(count, 1);
    for (int i = 1; i < places.length; i++) {
      if (places[i] == 0) {
        places[i] = next++;
        added.add(texts.get(i));
      }
    }
  }

  /** Returns the index of a text in the string table. */
  int index(int number) {
    return places[number];
  }

  /** Returns the number of texts that are added. */
  int added() {
    return added.size();
  }

  /** Writes the texts that are added, as fields of a number; an empty table gets its "" first. */
  void write(WireWriter out, int field, boolean emptyTable) {
    if (emptyTable && !added.isEmpty()) {
      out.field(field, new byte[0]);
    }
    for (String text : added) {
      out.field(field, text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
