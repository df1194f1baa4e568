// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;

/**
 * The IDs of one kind, a row for each meaning an ID ever had. One writer, lock-free readers.
 *
 * <p><i>Related</i> is the parent of a class, the element of an array, or the declaring class of a
 * function. 32 bytes a row, and 20 to 24 for its share of the index.
 *
 * <p>A row is filled, then published through the index and the count. A note is linked before the
 * state word tells of it, so whoever reads state first and links second misses none.
 *
 * <p>The end of a row is stored in two places, its state and its slot of the index. While one of
 * them is written and the other is not, {@code ending} has that row, and readers of it look at its
 * state.
 */
final class IdTable {

  private static final VarHandle COUNT;
  private static final VarHandle ENDING;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(IdTable.class, "count", int.class);
      ENDING = MethodHandles.lookup().findVarHandle(IdTable.class, "ending", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Rows rows = new Rows();
  private final IdIndex index = new IdIndex();

  @SuppressWarnings("UnusedVariable") // through COUNT
  private int count;

  @SuppressWarnings("UnusedVariable") // through ENDING
  private int ending;

  // ---- writing

  /** A new row, not yet published; the ID has no live one. No time is later than now. */
  int draft(long id, long from, EvidenceKind first, long state, long related) {
    int previous = IdIndex.row(index.known(id));
    int row = rows.append(id, Math.min(from, IdView.NOW), RowState.with(state, first), related);
    if (previous != Pages.NONE) {
      rows.note(row, Notes.PREVIOUS, previous);
      rows.note(row, Notes.SKIP, skipFrom(previous));
    }
    return row;
  }

  /**
   * The note SKIP of the row behind {@code previous}. Rows skip as the digits of a skew binary
   * number carry (Myers, "An applicative random-access stack"): any meaning of an ID that had n is
   * found in a number of steps that grows as the logarithm of n.
   */
  private long skipFrom(int previous) {
    int once = skipped(previous);
    int twice = skipped(once);
    boolean carries = depth(previous) - depth(once) == depth(once) - depth(twice);
    return (depth(previous) + 1) << Integer.SIZE | (carries ? twice : previous);
  }

  /** How many meanings the row's ID had before. */
  private long depth(int row) {
    return rows.noteValue(row, Notes.SKIP, 0) >>> Integer.SIZE;
  }

  /** A much older row of the same ID; the row itself where it is the first. */
  private int skipped(int row) {
    return (int) rows.noteValue(row, Notes.SKIP, row);
  }

  /** Links a draft to the row that was the newest with the same token. */
  void linkOlder(int draft, int older) {
    if (older != Pages.NONE) {
      rows.note(draft, Notes.OLDER, older);
    }
  }

  void publish(int draft) {
    long state = state(draft);
    long word = IdIndex.word(draft, RowState.tokenRid(state));
    index.put(id(draft), (state & RowState.MORTAL) == 0 ? word : IdIndex.mortal(word));
    COUNT.setRelease(this, draft);
  }

  void note(int row, int kind, long value) {
    rows.note(row, kind, value);
  }

  /** Sets what the row's one note of a kind says. */
  void tell(int row, int kind, long value) {
    int note = rows.notes().find(rows.newestNote(row), kind);
    if (note == Pages.NONE) {
      note(row, kind, value);
    } else {
      rows.notes().setValue(note, value);
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
    Notes notes = rows.notes();
    int note = notes.find(rows.newestNote(row), kind.number());
    if (note != Pages.NONE && at < notes.value(note)) {
      notes.setValue(note, at);
    }
  }

  /** Ends a live row, which is the newest of its ID. */
  void end(int row, long at) {
    note(row, Notes.END, Math.min(at, IdView.NOW));
    ENDING.setRelease(this, row);
    setState(row, state(row) | RowState.ENDED);
    index.put(id(row), IdIndex.ended(index.word(id(row))));
    ENDING.setRelease(this, Pages.NONE);
  }

  /** Ends a live row because it is not known whether it still holds. */
  void doubt(int row, long at) {
    note(row, Notes.DOUBT, at);
    end(row, at);
  }

  /** Returns whether a row ended because it is not known whether it still holds. */
  boolean isDoubted(int row) {
    return noteValue(row, Notes.DOUBT, Interval.OPEN) != Interval.OPEN;
  }

  /** The ID's row that has not ended, or {@link Pages#NONE}; for the writer alone. */
  int live(long id) {
    long word = index.known(id);
    return IdIndex.isLive(word) ? IdIndex.row(word) : Pages.NONE;
  }

  /** Whether what the ID means may end while the process lives; for the writer alone. */
  boolean isMortal(long id) {
    long word = index.known(id);
    return IdIndex.isLive(word) && IdIndex.isMortal(word);
  }

  /** Whether what the ID means lives as long as the process; for the writer alone. */
  boolean isImmortal(long id) {
    long word = index.known(id);
    return IdIndex.isLive(word) && !IdIndex.isMortal(word);
  }

  void setState(int row, long state) {
    rows.setState(row, state);
  }

  void setRelated(int row, long related) {
    rows.setRelated(row, related);
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

  /** The ID's newest row, or {@link Pages#NONE}. */
  private int newest(long id) {
    return IdIndex.row(index.word(id));
  }

  /** The ID's newest row that had begun at a time, or {@link Pages#NONE}. */
  int begunAt(long id, long time) {
    int row = newest(id);
    while (row != Pages.NONE && from(row) > time) {
      int far = skipped(row);
      row = from(far) > time && far != row ? far : (int) noteValue(row, Notes.PREVIOUS, Pages.NONE);
    }
    return row;
  }

  /** The ID's row that is valid at a time, or {@link Pages#NONE}. */
  int validAt(long id, long time) {
    if (time == IdView.NOW) {
      return IdIndex.row(liveWord(id));
    }
    int row = begunAt(id, time);
    return row != Pages.NONE && time < to(row) ? row : Pages.NONE;
  }

  /** The rid of the token that an ID has at a time; 0 where it has none or means nothing. */
  int ridAt(long id, long time) {
    if (time == IdView.NOW) {
      return IdIndex.rid(liveWord(id));
    }
    int row = validAt(id, time);
    return row == Pages.NONE ? 0 : RowState.tokenRid(state(row));
  }

  /** The index's word of an ID that is valid now, or {@link IdIndex#NONE}. */
  private long liveWord(long id) {
    int underway = (int) ENDING.getAcquire(this);
    long word = index.word(id);
    int row = IdIndex.row(word);
    boolean hasJustEnded = row == underway && row != Pages.NONE && !isLive(row);
    return hasJustEnded ? IdIndex.NONE : IdIndex.ifLive(word);
  }

  /** Passes each ID that a token has at a time to the action, newest first. */
  void forEachValid(TokenIndex tokens, int rid, long time, LongConsumer action) {
    long only = time == IdView.NOW ? tokens.only(rid) : 0;
    if (only != 0) {
      action.accept(only);
      return;
    }
    for (int row = tokens.newest(rid); row != Pages.NONE; row = older(row)) {
      if (isValidAt(row, time)) {
        action.accept(id(row));
      }
    }
  }

  boolean isValidAt(int row, long time) {
    return time == IdView.NOW ? isLive(row) : from(row) <= time && time < to(row);
  }

  /** Whether a row has not ended. */
  boolean isLive(int row) {
    return state(row) >= 0;
  }

  long id(int row) {
    return rows.id(row);
  }

  long state(int row) {
    return rows.state(row);
  }

  long from(int row) {
    return rows.from(row);
  }

  long to(int row) {
    return state(row) < 0 ? noteValue(row, Notes.END, Interval.OPEN) : Interval.OPEN;
  }

  long related(int row) {
    return rows.related(row);
  }

  /** Whether an earlier row of the same ID began at the same time: facts may share a time. */
  boolean beganWithAnother(int row) {
    int previous = (int) noteValue(row, Notes.PREVIOUS, Pages.NONE);
    return previous != Pages.NONE && from(previous) == from(row);
  }

  /** The next older row with the same token. */
  int older(int row) {
    return (int) noteValue(row, Notes.OLDER, Pages.NONE);
  }

  long noteValue(int row, int kind, long otherwise) {
    return rows.noteValue(row, kind, otherwise);
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
    Notes notes = rows.notes();
    for (int note = rows.newestNote(row); note != Pages.NONE; note = notes.older(note)) {
      int kind = notes.kind(note);
      if (kind < Notes.END) {
        kinds &= ~(1 << kind);
        addIfBy(evidence, time, kind, notes.value(note));
      }
    }
    // The kind that began the row has no note of its own: it is in the row.
    addIfBy(evidence, time, Integer.numberOfTrailingZeros(kinds), from(row));
    evidence.sort(Evidence.strongestFirst());
    return List.copyOf(evidence);
  }

  private static void addIfBy(List<Evidence> evidence, long time, int kind, long since) {
    if (since <= time) {
      evidence.add(new Evidence.Observed(EvidenceKind.numbered(kind), since));
    }
  }
}
