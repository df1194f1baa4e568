// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace.eventpipe.recording;

import dev.tiptoe.metadata.map.LongIntMap;
import dev.tiptoe.trace.eventpipe.event.RuntimeEvent.Occasion;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * When the runtime reported facts, and on what occasion. Mutable, not thread-safe.
 *
 * <p>Of a fact that is reported repeatedly while its ID keeps its meaning, the first and the last
 * time are kept. Whether an unload came between is known in the order of the file, which is that of
 * time within a thread and nearly so among threads.
 */
final class Reports {

  /** The memory of one. */
  static final int SIZE = 16;

  private static final int CHUNK_SHIFT = 14;
  private static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final List<Occasion> OCCASIONS = List.of(Occasion.values());

  private final FactTable table;
  private final Room room;
  private final List<long[]> ticks = new ArrayList<>();

  /** Numbers of facts, each with the number of an occasion in its upper bits. */
  private final List<int[]> facts = new ArrayList<>();

  private static final int OCCASION_SHIFT = 29;

  /** Numbers of reports, in the order of time; empty before {@link #sort}. */
  private int[] order = new int[0];

  /**
   * Per ID: twice the number of its first unload since its last report, plus 1 after a later
   * report.
   */
  private final LongIntMap unloads = new LongIntMap();

  /** The last unload of anything that takes others with it. */
  private int lastOfMany;

  /** Numbers count from 1. */
  private int count;

  Reports(FactTable table, Room room) {
    this.table = table;
    this.room = room;
  }

  /**
   * Adds a report of a fact about an ID.
   *
   * @param lasting whether the last time counts, too
   * @return whether it was not known, of what the ID means then
   */
  boolean report(long at, int fact, long id, Occasion occasion, boolean lasting) {
    int since = lastOfMany;
    if (!unloads.isEmpty()) {
      int unload = unloads.get(id);
      if (unload != 0) {
        unloads.put(id, unload | 1);
        since = Math.max(since, unload >>> 1);
      }
    }
    int first = table.first(fact);
    if (first <= since) {
      return begin(at, fact, occasion);
    }
    if (at < ticks(first)) {
      long later = ticks(first);
      Occasion then = occasion(first);
      set(first, at, fact, occasion);
      reportLast(later, fact, then, lasting);
    } else {
      reportLast(at, fact, occasion, lasting);
    }
    return false;
  }

  private void reportLast(long at, int fact, Occasion occasion, boolean lasting) {
    int last = table.last(fact);
    int first = table.first(fact);
    boolean isFirst = at == ticks(first) && occasion == occasion(first);
    if (!lasting || isFirst) {
      return;
    }
    if (last == 0) {
      table.setLast(fact, append(at, fact, occasion));
    } else if (at >= ticks(last)) {
      set(last, at, fact, occasion);
    }
  }

  /**
   * Takes in that something is unloaded.
   *
   * @param many whether it takes others with it
   */
  void unload(long at, int fact, long id, boolean many) {
    int known = unloads.get(id);
    boolean isReportedSince = known == 0 || (known & 1) != 0;
    if (!isReportedSince && table.first(fact) >= known >>> 1) {
      return;
    }
    if (begin(at, fact, Occasion.UNLOAD) && isReportedSince) {
      unloads.put(id, count << 1);
    }
    if (many) {
      lastOfMany = count;
    }
  }

  private boolean begin(long at, int fact, Occasion occasion) {
    int number = append(at, fact, occasion);
    if (number != 0) {
      table.setFirst(fact, number);
      table.setLast(fact, 0);
    }
    return number != 0;
  }

  private int append(long at, int fact, Occasion occasion) {
    if (count >= Integer.MAX_VALUE / 2 || !room.takeReserved(SIZE)) {
      return 0;
    }
    count++;
    if (count >>> CHUNK_SHIFT >= ticks.size()) {
      ticks.add(new long[CHUNK]);
      facts.add(new int[CHUNK]);
    }
    set(count, at, fact, occasion);
    return count;
  }

  private void set(int number, long at, int fact, Occasion occasion) {
    ticks.get(number >>> CHUNK_SHIFT)[number & (CHUNK - 1)] = at;
    facts.get(number >>> CHUNK_SHIFT)[number & (CHUNK - 1)] =
        fact | (OCCASIONS.indexOf(occasion) << OCCASION_SHIFT);
  }

  // ---- reading

  /** Returns the number of reports. */
  int count() {
    return order.length;
  }

  /** Returns the number of the report at an index in the order of time. */
  int number(int index) {
    return order[index];
  }

  /** Leaves out those that are not wanted, from the last one to the first. */
  void retain(Wanted wanted) {
    int kept = order.length;
    for (int i = order.length - 1; i >= 0; i--) {
      if (wanted.test(order[i])) {
        order[--kept] = order[i];
      }
    }
    order = Arrays.copyOfRange(order, kept, order.length);
  }

  /** Decides which reports to keep. */
  interface Wanted {
    boolean test(int number);
  }

  long ticks(int number) {
    return ticks.get(number >>> CHUNK_SHIFT)[number & (CHUNK - 1)];
  }

  int fact(int number) {
    return packed(number) & ((1 << OCCASION_SHIFT) - 1);
  }

  Occasion occasion(int number) {
    return OCCASIONS.get(packed(number) >>> OCCASION_SHIFT);
  }

  private int packed(int number) {
    return facts.get(number >>> CHUNK_SHIFT)[number & (CHUNK - 1)];
  }

  /**
   * Sorts the reports by time; those of one tick keep their order. None is added afterwards.
   *
   * <p>Merges runs that double: the file is in order already, but for the turns of its threads.
   */
  void sort() {
    unloads.clear();
    order = new int[count];
    for (int i = 0; i < count; i++) {
      order[i] = i + 1;
    }
    int[] left = new int[0];
    for (int run = 1; run < count; run = run > count / 2 ? count : 2 * run) {
      for (int from = 0; from < count - run; from += 2 * run) {
        int to = from + Math.min(2 * run, count - from);
        if (ticks(order[from + run - 1]) > ticks(order[from + run])) {
          left = left.length < run ? new int[run] : left;
          merge(left, from, run, to);
        }
        if (to == count) {
          break;
        }
      }
    }
  }

  private void merge(int[] left, int from, int run, int to) {
    System.arraycopy(order, from, left, 0, run);
    int first = 0;
    int second = from + run;
    for (int at = from; first < run; at++) {
      boolean isSecond = second < to && ticks(order[second]) < ticks(left[first]);
      order[at] = isSecond ? order[second++] : left[first++];
    }
  }
}
