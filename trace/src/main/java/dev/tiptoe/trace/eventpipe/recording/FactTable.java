// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.metadata.map.LongIntMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Distinct facts by numbers, each with two values that can be changed; 0 is the number of none.
 * Mutable, not thread-safe.
 */
final class FactTable {

  /** The memory of a fact beside the record, with its share of the search by ID. */
  static final int OVERHEAD = 44;

  /** How many of the latest facts about an ID are compared with a new one. */
  private static final int MOST_COMPARED = 32;

  private static final RecordedFact NONE = new RecordedFact.EntryPoint(0, 0);

  private final List<RecordedFact> facts = new ArrayList<>(List.of(NONE));

  /** The latest fact about each ID. */
  private final LongIntMap latest = new LongIntMap();

  /** By the number of a fact: the one before it about the same ID. */
  private int[] older = new int[1 << 6];

  private int[] first = new int[1 << 6];
  private int[] last = new int[1 << 6];

  /** Returns the number of an equal fact; 0 where there is none. */
  int find(RecordedFact fact) {
    int number = latest.get(fact.about());
    for (int i = 0; number != 0 && i < MOST_COMPARED; i++) {
      if (facts.get(number).equals(fact)) {
        return number;
      }
      number = older[number];
    }
    return 0;
  }

  /** Adds a fact and returns its number. */
  int add(RecordedFact fact) {
    int number = facts.size();
    facts.add(fact);
    if (number == older.length) {
      older = Arrays.copyOf(older, 2 * number);
      first = Arrays.copyOf(first, 2 * number);
      last = Arrays.copyOf(last, 2 * number);
    }
    older[number] = latest.get(fact.about());
    latest.put(fact.about(), number);
    return number;
  }

  /** Ends the search for facts, and gives back its memory. */
  void complete() {
    latest.clear();
    older = new int[0];
  }

  RecordedFact get(int number) {
    return facts.get(number);
  }

  int first(int number) {
    return first[number];
  }

  void setFirst(int number, int value) {
    first[number] = value;
  }

  int last(int number) {
    return last[number];
  }

  void setLast(int number, int value) {
    last[number] = value;
  }
}
