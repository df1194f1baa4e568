// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Interval;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The IDs of one kind, a row for each meaning an ID ever had. One writer, lock-free readers.
 *
 * <p><i>Related</i> is the parent of a class, the element of an array, or the declaring class of a
 * function. 32 bytes a row, and 20 to 24 for its share of the index.
 *
 * <p>A row is filled, then published through the index and the count. A note is linked before the
 * state word has its bit, so a reader of the state first and the links second misses none.
 *
 * <p>The end of a row is stored in two places, its state and its slot of the index. While one of
 * them is written and the other is not, {@code ending} has that row, and readers of it look at its
 * state.
 */
final class IdTable {

  /** Values of a note {@link NoteLists#DOUBT}: what makes the end doubtful. */
  private static final long UNLOADED = 1;

  private static final long CONTESTED = 2;

  /** How many meanings without a certain end are passed over in search of one. */
  private static final int MOST_DOUBTED = 64;

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
  private final Repeats repeats = new Repeats();
  private final Watcher watcher;

  /** Rows that were made void, by their IDs and their beginnings; the writer's own. */
  private final Map<Long, NavigableMap<Long, List<Integer>>> voided = new HashMap<>();

  @SuppressWarnings("UnusedVariable") // through COUNT
  private int count;

  @SuppressWarnings("UnusedVariable") // through ENDING
  private int ending;

  /** Is called for each ID that changed or ended, after readers can see the change. */
  interface Watcher {
    void changed(long id);

    default void ended(long id, long at) {}
  }

  IdTable(Watcher watcher) {
    this.watcher = watcher;
  }

  /** A row's ID has changed by a fact that this table did not process itself. */
  void changed(int row) {
    watcher.changed(id(row));
  }

  /** A meaning of an ID ended, as readers can see. */
  void notifyEnded(long id, long at) {
    watcher.ended(id, at);
  }

  // ---- writing

  /** A new row, not yet published; the ID has no live one. No time is later than now. */
  int draft(long id, long from, EvidenceKind first, long state, long related) {
    int previous = IdIndex.row(index.known(id));
    int row = rows.append(id, Math.min(from, StoredView.NOW), RowState.with(state, first), related);
    if (previous != Pages.NONE) {
      rows.note(row, NoteLists.PREVIOUS, previous);
      rows.note(row, NoteLists.SKIP, skipFrom(previous));
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
    return rows.noteValue(row, NoteLists.SKIP, 0) >>> Integer.SIZE;
  }

  /** A much older row of the same ID; the row itself where it is the first. */
  private int skipped(int row) {
    return (int) rows.noteValue(row, NoteLists.SKIP, row);
  }

  /** Links a draft to the row that was the newest with the same token. */
  void linkOlder(int draft, int older) {
    if (older != Pages.NONE) {
      rows.note(draft, NoteLists.OLDER, older);
    }
  }

  void publish(int draft) {
    index.put(id(draft), word(draft));
    COUNT.setRelease(this, draft);
    changed(draft);
  }

  void note(int row, int kind, long value) {
    rows.note(row, kind, value);
  }

  /** Sets the value of the row's only note of a kind. */
  void setNote(int row, int kind, long value) {
    int note = rows.notes().find(rows.newestNote(row), kind);
    if (note == Pages.NONE) {
      note(row, kind, value);
    } else {
      rows.notes().setValue(note, value);
    }
  }

  /**
   * Adds evidence, or moves what is known of that kind to an earlier time; a row whose meaning
   * nothing ended since then begins no later than that.
   */
  void meet(int row, EvidenceKind kind, long at) {
    boolean earlier = at < from(row);
    if (earlier) {
      noteFirst(row);
    }
    addEvidence(row, kind, at);
    if (earlier) {
      // Last, for at no time is a row valid without evidence.
      beginBy(row, kind, at);
    }
  }

  private void addEvidence(int row, EvidenceKind kind, long at) {
    if (!RowState.has(state(row), kind)) {
      note(row, EvidenceKinds.number(kind), at);
      setState(row, RowState.with(state(row), kind));
      changed(row);
      return;
    }
    NoteLists notes = rows.notes();
    int note = notes.find(rows.newestNote(row), EvidenceKinds.number(kind));
    long first = note == Pages.NONE ? from(row) : notes.value(note);
    if (at != first) {
      repeats.add(row, kind, Math.max(at, first));
    }
    if (at < first) {
      notes.setValue(note, at);
      changed(row);
    }
  }

  /** Adds evidence from a fact that described the ID. */
  void meetDescribed(int row, EvidenceKind kind, long at) {
    meet(row, kind, at);
    noteDescribed(row, kind, at);
    if (at < described(row)) {
      setDescribed(row, at);
    }
  }

  /** Notes when a fact first described the ID. */
  void setDescribed(int row, long at) {
    set(row, NoteLists.DESCRIBED, at);
  }

  /** Notes that evidence in the row came with a description. */
  void noteDescribed(int row, EvidenceKind kind, long at) {
    if (EvidenceKinds.isMostlyObserved(kind)) {
      repeats.addDescribed(row, kind, at);
    }
  }

  /** Makes the kind of evidence that came with the row independent of when the row begins. */
  private void noteFirst(int row) {
    EvidenceKind first = firstKind(row);
    if (first != null) {
      note(row, EvidenceKinds.number(first), from(row));
    }
  }

  private void beginBy(int row, EvidenceKind kind, long at) {
    rows.setFrom(row, at);
    if (kind != EvidenceKind.NAMED && RowState.has(state(row), EvidenceKind.NAMED)) {
      // Another fact named it first; the fact about the ID itself is the earlier one now.
      setState(row, RowState.without(state(row), EvidenceKind.NAMED));
      setNote(row, EvidenceKinds.number(EvidenceKind.NAMED), Interval.OPEN);
    }
    changed(row);
  }

  /** The kind of evidence that came with the row, unless it has a note by now. */
  private @Nullable EvidenceKind firstKind(int row) {
    int kinds = RowState.kinds(state(row));
    NoteLists notes = rows.notes();
    for (int note = rows.newestNote(row); note != Pages.NONE; note = notes.older(note)) {
      if (notes.kind(note) < NoteLists.END) {
        kinds &= ~(1 << notes.kind(note));
      }
    }
    return kinds == 0 ? null : EvidenceKinds.numbered(Integer.numberOfTrailingZeros(kinds));
  }

  /** Ends a live row, which is the newest of its ID, because the ID was unloaded. */
  void unload(int row, long at) {
    note(row, NoteLists.UNLOADED, at);
    end(row, at);
  }

  /** Ends a live row, which is the newest of its ID. */
  void end(int row, long at) {
    setNote(row, NoteLists.END, Math.min(at, StoredView.NOW));
    ENDING.setRelease(this, row);
    setState(row, state(row) | RowState.ENDED);
    index.put(id(row), IdIndex.ended(index.word(id(row))));
    ENDING.setRelease(this, Pages.NONE);
    changed(row);
    notifyEnded(id(row), Math.min(at, StoredView.NOW));
  }

  /** Ends a live row because it is not known whether it still holds. */
  void doubt(int row, long at) {
    setNote(row, NoteLists.DOUBT, UNLOADED);
    end(row, at);
  }

  /** Returns whether a row ended because it is not known whether it still holds. */
  boolean isDoubted(int row) {
    return !isLive(row) && noteValue(row, NoteLists.DOUBT, Interval.OPEN) != Interval.OPEN;
  }

  /** Whether a row ended because another fact gives its ID another meaning. */
  boolean isContested(int row) {
    return noteValue(row, NoteLists.DOUBT, Interval.OPEN) == CONTESTED;
  }

  // ---- replaying

  /** The rows that an ID has, or had before they were made void, with a part in a span. */
  List<Integer> rowsIn(Span span, long id) {
    List<Integer> found = new ArrayList<>();
    int row = begunAt(id, span.until());
    for (;
        row != Pages.NONE && (to(row) >= span.after() || isContested(row));
        row = previous(row)) {
      found.add(row);
    }
    NavigableMap<Long, List<Integer>> gone = voided.get(id);
    if (gone != null) {
      gone.subMap(span.after(), true, span.until(), true).values().forEach(found::addAll);
    }
    return found;
  }

  /** The ID's newest row, or {@link Pages#NONE}; for the writer alone. */
  int newestOf(long id) {
    return solid(IdIndex.row(index.known(id)));
  }

  int previous(int row) {
    return solid((int) noteValue(row, NoteLists.PREVIOUS, Pages.NONE));
  }

  /** The row, or the first behind it that is not void. */
  private int solid(int first) {
    int row = first;
    while (row != Pages.NONE && isVoid(row)) {
      row = (int) noteValue(row, NoteLists.PREVIOUS, Pages.NONE);
    }
    return row;
  }

  /** Returns when a fact unloaded the ID of a row, or {@link Interval#OPEN}. */
  long reportedEnd(int row) {
    return noteValue(row, NoteLists.UNLOADED, Interval.OPEN);
  }

  /** Passes the times of all evidence, and whether it came with a description. */
  void forEachTime(int row, Repeats.Action action) {
    NoteLists notes = rows.notes();
    EvidenceKind begun = firstKind(row);
    if (begun != null) {
      handOver(row, begun, from(row), action);
    }
    for (int note = rows.newestNote(row); note != Pages.NONE; note = notes.older(note)) {
      if (notes.kind(note) < NoteLists.END && notes.value(note) != Interval.OPEN) {
        handOver(row, EvidenceKinds.numbered(notes.kind(note)), notes.value(note), action);
      }
    }
    repeats.forEach(
        row,
        (kind, at, described) -> {
          if (!described) {
            handOver(row, kind, at, action);
          }
        });
  }

  private void handOver(int row, EvidenceKind kind, long at, Repeats.Action action) {
    boolean described = !EvidenceKinds.isMostlyObserved(kind) || repeats.isDescribed(row, kind, at);
    action.accept(kind, at, described);
  }

  /**
   * A row for a meaning, with its interval and its evidence; neither published nor under its ID.
   */
  int append(long id, Life<?> life, long state, long related) {
    EvidenceKind any = life.times.keySet().iterator().next();
    int row = rows.append(id, life.from, RowState.with(state, any), related);
    setTimes(row, life.from, life.times);
    setEnd(row, life);
    return row;
  }

  void publishApart(int row) {
    COUNT.setRelease(this, row);
  }

  /** Makes a row begin at a time, with this evidence and no other. */
  void setTimes(int row, long from, Map<EvidenceKind, NavigableMap<Long, Boolean>> times) {
    noteFirst(row);
    boolean later = from > from(row);
    if (later) {
      rows.setFrom(row, from);
    }
    repeats.clear(row);
    long state = state(row);
    for (EvidenceKind kind : EvidenceKind.values()) {
      NavigableMap<Long, Boolean> reported = times.get(kind);
      if (reported == null && RowState.has(state, kind)) {
        setNote(row, EvidenceKinds.number(kind), Interval.OPEN);
        state = RowState.without(state, kind);
      } else if (reported != null) {
        setNote(row, EvidenceKinds.number(kind), reported.firstKey());
        state = RowState.with(state, kind);
        reported
            .tailMap(reported.firstKey(), false)
            .keySet()
            .forEach(at -> repeats.add(row, kind, at));
        reported.forEach(
            (at, describes) -> {
              if (describes) {
                noteDescribed(row, kind, at);
              }
            });
      }
    }
    setState(row, state);
    if (!later) {
      rows.setFrom(row, from);
    }
  }

  void setDisputed(int row, boolean disputed) {
    long state = state(row) & ~RowState.DISPUTED;
    setState(row, disputed ? state | RowState.DISPUTED : state);
  }

  /** Makes a row end as a meaning does. */
  void setEnd(int row, Life<?> life) {
    long to = life.end.at();
    set(row, NoteLists.UNLOADED, life.unloaded ? to : Interval.OPEN);
    // In such an order that no end is certain while it is the wrong one.
    if (life.end.certain()) {
      set(row, NoteLists.END, to);
      set(row, NoteLists.DOUBT, Interval.OPEN);
    } else {
      set(row, NoteLists.DOUBT, life.contested ? CONTESTED : UNLOADED);
      set(row, NoteLists.END, to);
    }
    long state = state(row);
    setState(row, to == Interval.OPEN ? state & ~RowState.ENDED : state | RowState.ENDED);
  }

  /** Sets a note, which if there is none is the same as one of {@link Interval#OPEN}. */
  private void set(int row, int kind, long value) {
    if (noteValue(row, kind, Interval.OPEN) != value) {
      setNote(row, kind, value);
    }
  }

  /** Takes a row out of all answers. */
  void makeVoid(int row) {
    setNote(row, NoteLists.END, from(row));
    setState(row, RowState.voided(state(row)));
    repeats.clear(row);
    voided
        .computeIfAbsent(id(row), any -> new TreeMap<>())
        .computeIfAbsent(from(row), any -> new ArrayList<>(1))
        .add(row);
  }

  boolean isVoid(int row) {
    return RowState.kinds(state(row)) == 0;
  }

  /** Links some rows of an ID, oldest first, between an older one and all that are newer. */
  void link(long id, int older, int[] rows, int[] newer) {
    int newest = linkAfter(linkAfter(older, rows), newer);
    if (newest != Pages.NONE) {
      index.put(id, word(newest));
    }
  }

  /** Links rows, oldest first, to an older one; returns the newest. */
  private int linkAfter(int older, int[] rows) {
    int previous = older;
    for (int row : rows) {
      if (previous != Pages.NONE || previous(row) != Pages.NONE) {
        setNote(row, NoteLists.PREVIOUS, previous);
        setNote(row, NoteLists.SKIP, previous == Pages.NONE ? row : skipFrom(previous));
      }
      previous = row;
    }
    return previous;
  }

  /** Updates the index to the state of an ID's newest row. */
  void renew(long id) {
    int row = IdIndex.row(index.known(id));
    if (row != Pages.NONE) {
      ENDING.setRelease(this, row);
      index.put(id, word(row));
      ENDING.setRelease(this, Pages.NONE);
      watcher.changed(id);
    }
  }

  private long word(int row) {
    long state = state(row);
    long word = IdIndex.word(row, RowState.tokenRid(state));
    word = (state & RowState.MORTAL) == 0 ? word : IdIndex.mortal(word);
    return state < 0 ? IdIndex.ended(word) : word;
  }

  // ---- the writer's questions

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

  /** Whether the meaning of the ID at a time is unknown; for the writer alone. */
  boolean isUncertain(long id, long at) {
    long word = index.known(id);
    if (IdIndex.isLive(word) && from(IdIndex.row(word)) <= at) {
      return false;
    }
    int row = begunAt(id, at);
    return row != Pages.NONE && to(row) <= at && isDoubted(row);
  }

  void setState(int row, long state) {
    rows.setState(row, state);
  }

  void setRelated(int row, long related) {
    rows.setRelated(row, related);
    changed(row);
  }

  // ---- reading

  /** How many rows there are; they are numbered from 1, in the order of their beginnings. */
  int count() {
    return (int) COUNT.getAcquire(this);
  }

  /** All rows. */
  IntStream rows() {
    return IntStream.rangeClosed(1, count()).filter(row -> !isVoid(row));
  }

  /** The ID's newest row, or {@link Pages#NONE}. */
  private int newest(long id) {
    return IdIndex.row(index.word(id));
  }

  /** The ID's newest row that had begun at a time, or {@link Pages#NONE}. */
  int begunAt(long id, long time) {
    int row = newest(id);
    while (row != Pages.NONE && (from(row) > time || isVoid(row))) {
      int far = skipped(row);
      row =
          from(far) > time && far != row
              ? far
              : (int) noteValue(row, NoteLists.PREVIOUS, Pages.NONE);
    }
    return row;
  }

  /** The ID's first row that began after a time, or {@link Pages#NONE}. */
  int nextAfter(long id, long time) {
    int next = Pages.NONE;
    int row = newest(id);
    while (row != Pages.NONE && from(row) > time) {
      next = isVoid(row) ? next : row;
      int far = skipped(row);
      row =
          from(far) > time && far != row
              ? far
              : (int) noteValue(row, NoteLists.PREVIOUS, Pages.NONE);
    }
    return next;
  }

  /** The ID's row that is valid at a time, or {@link Pages#NONE}. */
  int validAt(long id, long time) {
    if (time == StoredView.NOW) {
      return IdIndex.row(liveWord(id));
    }
    int row = begunAt(id, time);
    return row != Pages.NONE && time < to(row) ? row : Pages.NONE;
  }

  /** The rid of the token that an ID has at a time; 0 where it has none or means nothing. */
  int ridAt(long id, long time) {
    if (time == StoredView.NOW) {
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
    long only = time == StoredView.NOW ? tokens.only(rid) : 0;
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
    return time == StoredView.NOW ? isLive(row) : from(row) <= time && time < to(row);
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
    return state(row) < 0 ? noteValue(row, NoteLists.END, Interval.OPEN) : Interval.OPEN;
  }

  long related(int row) {
    return rows.related(row);
  }

  /** Whether an earlier row of the same ID began at the same time: facts may share a time. */
  boolean beganWithAnother(int row) {
    int previous = previous(row);
    return previous != Pages.NONE && from(previous) == from(row);
  }

  /** The next older row with the same token. */
  int older(int row) {
    return (int) noteValue(row, NoteLists.OLDER, Pages.NONE);
  }

  long noteValue(int row, int kind, long otherwise) {
    return rows.noteValue(row, kind, otherwise);
  }

  boolean isAnnounced(int row) {
    return RowState.has(state(row), EvidenceKind.ANNOUNCED);
  }

  boolean isDisputed(int row) {
    return (state(row) & RowState.DISPUTED) != 0;
  }

  /** When the ID certainly ended last before a row; {@link Span#BEGINNING}: never. */
  long certainEndBefore(int row) {
    int before = previous(row);
    for (int i = 0; i < MOST_DOUBTED && before != Pages.NONE && isDoubted(before); i++) {
      before = previous(before);
    }
    return before == Pages.NONE || isDoubted(before) ? Span.BEGINNING : to(before);
  }

  /** When a fact first described the ID; later than the beginning after an observation. */
  long described(int row) {
    long at = noteValue(row, NoteLists.DESCRIBED, Interval.OPEN);
    return at == Interval.OPEN ? from(row) : at;
  }

  Interval interval(int row) {
    return new Interval(from(row), to(row));
  }

  /** The evidence there was at a time, strongest first. */
  List<Evidence> evidence(int row, long time) {
    int kinds = RowState.kinds(state(row));
    List<Evidence> evidence = new ArrayList<>(Integer.bitCount(kinds));
    NoteLists notes = rows.notes();
    for (int note = rows.newestNote(row); note != Pages.NONE; note = notes.older(note)) {
      int kind = notes.kind(note);
      if (kind < NoteLists.END) {
        kinds &= ~(1 << kind);
        addIfBy(evidence, time, kind, notes.value(note));
      }
    }
    // The kind that began the row has no note of its own: it is in the row.
    if (kinds != 0) {
      addIfBy(evidence, time, Integer.numberOfTrailingZeros(kinds), from(row));
    }
    evidence.sort(Evidence.strongestFirst());
    return List.copyOf(evidence);
  }

  private static void addIfBy(List<Evidence> evidence, long time, int kind, long since) {
    if (since <= time) {
      evidence.add(new Evidence.Observed(EvidenceKinds.numbered(kind), since));
    }
  }
}
