// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The IDs of one kind, a row for each meaning an ID ever had. One writer, lock-free readers.
 *
 * <pre>
 *   0 id | 1 state, see RowState | 2 from | 3 related | 4 older row with the same token 32, newest note 32
 * </pre>
 *
 * <p><i>Related</i> is the parent of a class, the element of an array, the declaring class of a
 * function, or the number of a module's, assembly's, domain's or thread's description. 40 bytes a
 * row, and 5 to 11 for its share of the index.
 *
 * <p>A row is filled, then published through the index and the count; only its state, related and
 * links words change afterwards. A note is linked before the state word tells of it, so whoever
 * reads state first and links second misses none.
 */
final class IdTable {

  private static final int ID = 0;
  private static final int STATE = 1;
  private static final int FROM = 2;
  private static final int RELATED = 3;
  private static final int LINKS = 4;

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(IdTable.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Pages rows = new Pages(5);
  private final Notes notes = new Notes();
  private final IdIndex index = new IdIndex(rows, ID);

  @SuppressWarnings("UnusedVariable") // through COUNT
  private int count;

  // ---- writing

  /** A new row, not yet published; the ID has no live one. */
  int draft(long id, long from, EvidenceKind first, long state, long related) {
    int previous = index.newest(id);
    int row = rows.append();
    rows.set(row, ID, id);
    rows.set(row, STATE, RowState.with(state, first));
    rows.set(row, FROM, from);
    rows.set(row, RELATED, related);
    if (previous != Pages.NONE) {
      note(row, Notes.PREVIOUS, previous);
    }
    return row;
  }

  /** Links a draft to the row that was the newest with the same token. */
  void linkOlder(int draft, int older) {
    rows.set(draft, LINKS, (long) older << 32 | newestNote(draft));
  }

  void publish(int draft) {
    index.publish(draft);
    COUNT.setRelease(this, draft);
  }

  void note(int row, int kind, long value) {
    long links = rows.get(row, LINKS);
    int note = notes.push(kind, value, (int) links);
    rows.setRelease(row, LINKS, (links & 0xffffffff_00000000L) | note);
  }

  /** Sets what the row's one note of a kind says. */
  void tell(int row, int kind, long value) {
    int note = notes.find(newestNote(row), kind);
    if (note == Pages.NONE) {
      note(row, kind, value);
    } else {
      notes.setValue(note, value);
    }
  }

  /** Adds evidence, or moves what is known of that kind to an earlier time. */
  void meet(int row, EvidenceKind kind, long at) {
    long state = state(row);
    if (!RowState.has(state, kind)) {
      note(row, kind.number(), at);
      setState(row, RowState.with(state, kind));
      return;
    }
    int note = notes.find(newestNote(row), kind.number());
    if (note != Pages.NONE && at < notes.value(note)) {
      notes.setValue(note, at);
    }
  }

  void end(int row, long at) {
    note(row, Notes.END, at);
    setState(row, state(row) | RowState.ENDED);
  }

  void setState(int row, long state) {
    rows.setRelease(row, STATE, state);
  }

  void setRelated(int row, long related) {
    rows.setRelease(row, RELATED, related);
  }

  // ---- reading

  /** How many rows there are; they are numbered from 1, in the order of their beginnings. */
  int count() {
    return (int) COUNT.getAcquire(this);
  }

  /** All rows. */
  IntStream rows() {
    return IntStream.rangeClosed(1, count());
  }

  /** The ID's newest row that had begun at a time, or {@link Pages#NONE}. */
  int begunAt(long id, long time) {
    int row = index.newest(id);
    while (row != Pages.NONE && from(row) > time) {
      row = (int) noteValue(row, Notes.PREVIOUS, Pages.NONE);
    }
    return row;
  }

  /** The ID's row that is valid at a time, or {@link Pages#NONE}. */
  int validAt(long id, long time) {
    int row = begunAt(id, time);
    return row != Pages.NONE && time < to(row) ? row : Pages.NONE;
  }

  /** The ID's row that has not ended, or {@link Pages#NONE}. */
  int live(long id) {
    int row = index.newest(id);
    return row != Pages.NONE && state(row) >= 0 ? row : Pages.NONE;
  }

  boolean isValidAt(int row, long time) {
    return from(row) <= time && time < to(row);
  }

  long id(int row) {
    return rows.get(row, ID);
  }

  long state(int row) {
    return rows.getAcquire(row, STATE);
  }

  long from(int row) {
    return rows.get(row, FROM);
  }

  long to(int row) {
    return state(row) < 0 ? noteValue(row, Notes.END, Interval.OPEN) : Interval.OPEN;
  }

  long related(int row) {
    return rows.getAcquire(row, RELATED);
  }

  /** The next older row with the same token. */
  int older(int row) {
    return (int) (rows.getAcquire(row, LINKS) >>> 32);
  }

  /** What the newest note of a kind says, or the given value where there is none. */
  long noteValue(int row, int kind, long otherwise) {
    int note = notes.find(newestNote(row), kind);
    return note == Pages.NONE ? otherwise : notes.value(note);
  }

  boolean isDisputed(int row) {
    return (state(row) & RowState.DISPUTED) != 0;
  }

  Interval interval(int row) {
    return new Interval(from(row), to(row));
  }

  /** The evidence there was at a time, strongest first. */
  List<Evidence> evidence(int row, long time) {
    int kinds = RowState.kinds(state(row));
    List<Evidence> evidence = new ArrayList<>(Integer.bitCount(kinds));
    for (int note = newestNote(row); note != Pages.NONE; note = notes.older(note)) {
      int kind = notes.kind(note);
      if (kind < Notes.END) {
        kinds &= ~(1 << kind);
        addIfBy(evidence, time, kind, notes.value(note));
      }
    }
    // The kind that began the row has no note of its own: it came with the row.
    addIfBy(evidence, time, Integer.numberOfTrailingZeros(kinds), from(row));
    evidence.sort(Evidence.strongestFirst());
    return List.copyOf(evidence);
  }

  private static void addIfBy(List<Evidence> evidence, long time, int kind, long since) {
    if (since <= time) {
      evidence.add(new Evidence.Observed(EvidenceKind.numbered(kind), since));
    }
  }

  private int newestNote(int row) {
    return (int) rows.getAcquire(row, LINKS);
  }
}
