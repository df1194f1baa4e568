// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.id.RuntimeID;
import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Applies the facts about one ID again, in the order of their own times, after a fact came that is
 * older than an unload, or that disputes what is known. Used by the writer only; readers go on
 * meanwhile.
 *
 * <p>Only the facts between two ends of the ID's meaning are applied again: what a fact costs does
 * not grow with how often its ID was used before. All facts about an ID are in its rows, but for
 * the {@linkplain Claims claims} that do not. Rows that say the same as before stay as they are;
 * the others are changed, made void, or new.
 */
final class Replay<S> {

  /** A meaning that was observed before it was described. */
  private record Early(long id, long from) {}

  /**
   * A meaning of an ID that ended otherwise than was thought; what depends on it may have too.
   *
   * @param span the time in which the ID's meanings changed
   */
  record Moved(RuntimeID id, Span span) {}

  /** The certain ends of IDs after a time that were computed on the way. */
  record Asked(long id, long after) {}

  /** How many types are looked at for the end of one that is uncertain. */
  private static final int MOST_VISITED = 64;

  private final Lifecycle<S> lifecycle;
  private final IdTable ids;
  private final Claims<S> claims;
  private final Shared shared;
  private final LongFunction<RuntimeID> typed;

  private final Unplaced<S> unplaced;

  /** By the time of the description. */
  private final NavigableMap<Long, Set<Early>> early = new TreeMap<>();

  /**
   * What the tables of several kinds of IDs have in common.
   *
   * @param unloads when a type, module, assembly or domain was unloaded
   * @param horizon the last end of a meaning
   * @param moved what is still to be followed up
   */
  record Shared(MapCounters counters, Unloads unloads, Horizon horizon, Queue<Moved> moved) {}

  Replay(Lifecycle<S> lifecycle, Shared shared, LongFunction<RuntimeID> typed) {
    this.lifecycle = lifecycle;
    this.ids = lifecycle.ids();
    this.claims = new Claims<>(shared.counters());
    this.unplaced = new Unplaced<>(lifecycle);
    this.shared = shared;
    this.typed = typed;
  }

  Horizon horizon() {
    return shared.horizon();
  }

  /** Whether a fact may be about another meaning than the one that its ID has now. */
  boolean isLate(long at) {
    return shared.horizon().isBehind(at);
  }

  /**
   * Whether a description is possibly of another meaning than the living row's, if there is one, or
   * is older than what the row knows of its parts and its module.
   */
  boolean mayConcernAnother(long id, int row, long at) {
    return isLate(at) || (row == Pages.NONE ? hasClaims(id) : at < ids.from(row));
  }

  /** Whether facts that are not in its rows may concern what an unknown ID means next. */
  boolean hasClaims(long id) {
    int newest = ids.newestOf(id);
    return newest == Pages.NONE
        ? claims.isOpenSince(id, Span.BEGINNING)
        : claims.isOpenSince(id, ids.to(newest))
            || (ids.isContested(newest)
                && claims.unloadAfter(id, ids.to(newest) - 1) == Interval.OPEN);
  }

  // ---- taking in

  /** Processes a description for which the newest row may not be the right one. */
  void describe(long id, EvidenceKind kind, long at, S shape) {
    int row = ids.validAt(id, at);
    if (kind == EvidenceKind.NAMED && (row != Pages.NONE || isContested(id, at))) {
      return;
    }
    if (row != Pages.NONE && lifecycle.shape(row).equals(shape)) {
      ids.meetDescribed(row, kind, at);
      return;
    }
    Claim<S> claim = new Claim<>(at, kind, shape);
    boolean kept = add(id, claim);
    if (isContested(id, at)) {
      unplaced.add(id, claim, kept);
      conflict(at, id, ids.begunAt(id, at), shape);
      return;
    }
    boolean contested = isContested(ids.begunAt(id, at));
    replay(id, at);
    row = ids.begunAt(id, at);
    boolean differs = ids.validAt(id, at) != Pages.NONE && differs(row, kind, shape);
    if (differs || (!contested && isContested(row))) {
      conflict(at, id, row, shape);
    }
  }

  private boolean isContested(int row) {
    return row != Pages.NONE && ids.isContested(row);
  }

  private boolean differs(int row, EvidenceKind kind, S reported) {
    S known = lifecycle.shape(row);
    return lifecycle.areOthers(known, reported)
        || lifecycle.together(known, ids.isAnnounced(row), reported, kind).isEmpty();
  }

  /** Takes in a description that differs from that of a row in a detail. */
  void dispute(long id, int row, EvidenceKind kind, long at, S shape) {
    add(id, new Claim<>(at, kind, shape));
    conflict(at, id, row, shape);
  }

  private void conflict(long at, long id, int row, S shape) {
    shared.counters().conflict(at, ids, row, typed.apply(id), () -> lifecycle.shape(row), shape);
    ids.changed(row); // a disputed description proves nothing
  }

  /**
   * Keeps a description that has less than the row: after a late unload the row's may be of two
   * meanings.
   */
  void keep(long id, EvidenceKind kind, long at, S shape) {
    add(id, new Claim<>(at, kind, shape));
  }

  /** Keeps the contents of a row, which is about to get more. */
  void keep(int row) {
    S shape = lifecycle.shape(row);
    long id = ids.id(row);
    ids.forEachTime(
        row,
        (kind, at, described) -> {
          if (described && kind != EvidenceKind.NAMED && !claims.hasDescription(id, kind, at)) {
            add(id, new Claim<>(at, kind, shape));
          }
        });
  }

  /** Takes in that something was there, to which a later fact may give a name. */
  void observe(long id, EvidenceKind kind, long at) {
    int row = ids.validAt(id, at);
    if (row != Pages.NONE) {
      ids.meet(row, kind, at);
      return;
    }
    shared.counters().orphan();
    add(id, Claim.observation(at, kind));
    int newest = ids.newestOf(id);
    if (newest != Pages.NONE && ids.from(newest) > at) {
      replay(id, at);
    }
  }

  /** Keeps an unload of what was not known. */
  void unknownUnload(long id, long at) {
    add(id, Claim.unload(at));
  }

  /** Takes in an unload that is older than another fact. */
  void unload(long id, long at) {
    // The segment as it was: what comes after the unload in it may belong to another meaning now.
    Segment segment = Segment.of(id, before(at), ids, claims);
    claims.add(id, Claim.unload(at), segment.span());
    shared.moved().add(new Moved(typed.apply(id), replay(id, segment)));
  }

  /** The last time before an unload. */
  private static long before(long unload) {
    return unload == Span.BEGINNING ? unload : unload - 1;
  }

  /** Keeps a claim; returns whether there was room. */
  private boolean add(long id, Claim<S> claim) {
    long since = claim.isUnload() ? before(claim.at()) : claim.at();
    return claims.add(id, claim, Segment.of(id, since, ids, claims).span());
  }

  // ---- questions

  /**
   * The first time after another at which an ID ended, or may have, whatever it meant.
   *
   * <p>An ID whose meaning is uncertain then may be what it was, and end with what that depends on;
   * and any unload may be its end.
   */
  End endAfter(long id, long at) {
    End end = new End(claims.unloadAfter(id, at), true);
    long next = Interval.OPEN;
    int row = ids.newestOf(id);
    for (; row != Pages.NONE && ids.to(row) > at; row = ids.previous(row)) {
      end = end.or(new End(ids.to(row), !ids.isDoubted(row)));
      next = ids.from(row);
    }
    if (row != Pages.NONE && ids.isDoubted(row)) {
      long unload = shared.unloads().after(at);
      if (unload <= next) {
        end = end.or(new End(unload, false));
      }
      long certain = certainEnd(row, new HashMap<>());
      if (at < certain && certain <= next) {
        end = end.or(new End(certain, true));
      }
    }
    return end;
  }

  /** When an uncertain meaning was certainly over; not that of a disputed one, which is unknown. */
  private long certainEnd(int row, Map<Asked, Long> visited) {
    long after = ids.to(row);
    return ids.isContested(row)
        ? Interval.OPEN
        : Math.min(
            claims.unloadAfter(ids.id(row), after), lifecycle.certainEnd(row, after, visited));
  }

  /** The first time after another at which an ID certainly ended, whatever it meant. */
  long certainEndAfter(long id, long at, Map<Asked, Long> visited) {
    long end = claims.unloadAfter(id, at);
    Asked asked = new Asked(id, at);
    Long known = visited.get(asked);
    if (known != null || visited.size() >= MOST_VISITED) {
      return known == null ? end : known;
    }
    visited.put(asked, end); // for an ID that depends on itself
    long next = Interval.OPEN;
    for (int row = ids.newestOf(id); row != Pages.NONE; row = ids.previous(row)) {
      long over = ids.isDoubted(row) ? certainEnd(row, visited) : ids.to(row);
      if (at < over && over <= next) {
        end = Math.min(end, over);
      }
      if (ids.to(row) <= at) {
        break;
      }
      next = ids.from(row);
    }
    visited.put(asked, end);
    return end;
  }

  /** Returns whether the meaning of an ID is unknown at a time, because two facts dispute it. */
  boolean isContested(long id, long at) {
    int row = ids.begunAt(id, at);
    return row != Pages.NONE
        && ids.isContested(row)
        && at >= ids.to(row)
        && claims.unloadAfter(id, ids.to(row) - 1) > at
        && !(isLate(ids.to(row)) && hasEndedBy(row, at));
  }

  /** Whether something that a contested row depends on has ended since, by a time. */
  private boolean hasEndedBy(int row, long at) {
    return lifecycle.end(ids.id(row), lifecycle.shape(row), ids.to(row)).at() <= at;
  }

  /** Replays what was observed before a time, and described then or later. */
  void replayObservedBefore(long at) {
    Map<Long, Set<Long>> found = new TreeMap<>();
    early
        .tailMap(at, true)
        .forEach(
            (described, meanings) ->
                meanings.stream()
                    .filter(each -> each.from() < at)
                    .forEach(
                        each ->
                            found
                                .computeIfAbsent(described, any -> new HashSet<>())
                                .add(each.id())));
    found.forEach(
        (described, concerned) ->
            concerned.forEach(
                id -> shared.moved().add(new Moved(typed.apply(id), replay(id, described)))));
  }

  // ---- replaying

  /**
   * Replays what an ID meant at a time. Returns the time in which it may mean another thing now.
   */
  Span replay(long id, long at) {
    return replay(id, Segment.of(id, at, ids, claims));
  }

  private Span replay(long id, Segment first) {
    Segment segment = first;
    List<Claim<S>> facts = facts(id, segment);
    Lives<S> lives = Lives.of(id, lifecycle, shared.unloads(), facts);
    for (int more = 1; !lives.haveEndedBy(segment.span().until()); more *= 2) {
      for (int i = 0; i < more; i++) {
        segment = segment.longer(id, ids, claims);
      }
      facts = facts(id, segment);
      lives = Lives.of(id, lifecycle, shared.unloads(), facts);
    }
    List<Claim<S>> left = lives.leftOf(facts);
    List<Claim<S>> placeless = left.stream().filter(lives::hasNoPlace).toList();
    Span concerned = concerned(segment, lives.all());
    // First, so that at no time readers find a fact neither in a row nor without a place.
    placeless.forEach(claim -> unplaced.add(id, claim, true));
    boolean moved = place(id, segment, lives.all());
    claims.set(id, segment.span(), left);
    unplaced.keepOf(id, segment.span(), placeless, claim -> claims.isKept(id, claim));
    if (moved) {
      shared.moved().add(new Moved(typed.apply(id), concerned));
    }
    return concerned;
  }

  /** An ID whose meaning is uncertain may be what it was, for all the time after. */
  private Span concerned(Segment segment, List<Life<S>> lives) {
    boolean uncertain = lives.stream().anyMatch(life -> !life.end.certain());
    for (int row : segment.rows()) {
      uncertain |= ids.isDoubted(row);
    }
    return uncertain ? new Span(segment.span().after(), Interval.OPEN) : segment.span();
  }

  // ---- the facts of an ID

  /** Takes a fact. */
  interface FactAction<S> {
    /**
     * Takes a fact about an ID.
     *
     * @param atOnce whether it is the unload of a meaning that began at that time
     */
    void accept(long id, Claim<S> fact, boolean atOnce);
  }

  /**
   * What is kept of the facts before a time.
   *
   * @param since the time
   * @param doubts when IDs became uncertain that still are: the unloads of these times are kept
   */
  record Keeping(long since, Set<Long> doubts) {

    static final Keeping ALL = new Keeping(Span.BEGINNING, Set.of());

    private boolean has(Claim<?> claim) {
      return claim.at() >= since || (claim.isUnload() && doubts.contains(claim.at()));
    }
  }

  /** Adds when the IDs became uncertain that still are at a time. */
  void addDoubts(long since, Set<Long> doubts) {
    ids.rows()
        .filter(row -> ids.to(row) <= since && isKept(row, since))
        .forEach(row -> doubts.add(ids.to(row)));
  }

  /** Whether a meaning had not certainly ended by a time. */
  boolean isKept(int row, long since) {
    return ids.to(row) > since
        || (ids.isDoubted(row)
            && ids.newestOf(ids.id(row)) == row
            && certainEnd(row, new HashMap<>()) > since);
  }

  /**
   * Passes the facts that are kept: about meanings that had not certainly ended by a time, and all
   * later ones.
   */
  void forEachFact(Keeping keeping, FactAction<S> action) {
    ids.rows()
        .filter(row -> ids.newestOf(ids.id(row)) == row)
        .forEach(row -> forEachFact(ids.id(row), rowsUpTo(row), keeping, action));
    for (long id : claims.ids()) {
      if (ids.newestOf(id) == Pages.NONE) {
        forEachFact(id, List.of(), keeping, action);
      }
    }
  }

  /** The rows of an ID, oldest first. */
  private List<Integer> rowsUpTo(int newest) {
    List<Integer> rows = new ArrayList<>(2);
    for (int row = newest; row != Pages.NONE; row = ids.previous(row)) {
      rows.add(0, row);
    }
    return rows;
  }

  private void forEachFact(long id, List<Integer> rows, Keeping keeping, FactAction<S> action) {
    Set<Long> begun = new HashSet<>();
    List<Integer> kept = new ArrayList<>(rows.size());
    for (int row : rows) {
      long unloaded = ids.reportedEnd(row);
      if (unloaded == ids.from(row)) {
        begun.add(unloaded);
      }
      if (isKept(row, keeping.since())) {
        kept.add(row);
      } else if (keeping.doubts().contains(unloaded)) {
        action.accept(id, Claim.unload(unloaded), begun.contains(unloaded));
      }
    }
    List<Claim<S>> others =
        claims.within(id, Span.ALL).stream()
            .filter(claim -> keeping.has(claim) || isOf(kept, claim))
            .toList();
    for (Claim<S> fact : facts(kept.stream().mapToInt(Integer::intValue).toArray(), others)) {
      action.accept(id, fact, fact.isUnload() && begun.contains(fact.at()));
    }
  }

  /** Whether a claim that is no unload is about one of some rows, or disputes one. */
  private boolean isOf(List<Integer> rows, Claim<S> claim) {
    return !claim.isUnload()
        && rows.stream()
            .anyMatch(
                row ->
                    ids.isValidAt(row, claim.at())
                        || (ids.isContested(row) && ids.from(row) <= claim.at()));
  }

  private List<Claim<S>> facts(long id, Segment segment) {
    return facts(segment.rows(), claims.within(id, segment.span()));
  }

  private List<Claim<S>> facts(int[] rows, List<Claim<S>> kept) {
    List<Claim<S>> facts = new ArrayList<>();
    Set<Claim<S>> described = new HashSet<>();
    for (Claim<S> claim : kept) {
      if (claim.shape() != null) {
        described.add(new Claim<>(claim.at(), claim.kind(), null));
      }
    }
    for (int row : rows) {
      S shape = lifecycle.shape(row);
      ids.forEachTime(
          row,
          (kind, at, describes) -> {
            Claim<S> observation = Claim.observation(at, kind);
            // A claim that was kept has the description itself.
            if (!describes || !described.contains(observation)) {
              S words = kind == EvidenceKind.NAMED ? lifecycle.named(shape) : shape;
              facts.add(describes ? new Claim<>(at, kind, words) : observation);
            }
          });
      long unloaded = ids.reportedEnd(row);
      if (unloaded != Interval.OPEN) {
        facts.add(Claim.unload(unloaded));
      }
    }
    facts.addAll(kept);
    return facts;
  }

  // ---- rows

  private boolean place(long id, Segment segment, List<Life<S>> lives) {
    boolean moved = false;
    int[] before = segment.rows();
    boolean[] stays = new boolean[before.length];
    int[] after = new int[lives.size()];
    boolean[] isNew = new boolean[after.length];
    for (int i = 0; i < after.length; i++) {
      Life<S> life = lives.get(i);
      int place = find(before, stays, life);
      if (place < 0) {
        isNew[i] = true;
        after[i] = lifecycle.begin(id, life);
        moved = true;
      } else {
        stays[place] = true;
        after[i] = before[place];
        lifecycle.describe(after[i], life);
      }
      if (life.from < life.described) {
        early.computeIfAbsent(life.described, any -> new HashSet<>()).add(new Early(id, life.from));
      }
    }
    List<Life<S>> ending = new ArrayList<>();
    for (int i = 0; i < after.length; i++) {
      Life<S> life = lives.get(i);
      if (life.end.at() != Interval.OPEN && (isNew[i] || ids.to(after[i]) != life.end.at())) {
        ending.add(life);
      }
      moved |= settle(after[i], life);
    }
    for (int i = 0; i < before.length; i++) {
      if (!stays[i]) {
        lifecycle.ended(before[i]);
        ids.makeVoid(before[i]);
        moved = true;
      }
    }
    if (!Arrays.equals(before, after)) {
      ids.link(id, segment.older(), after, segment.newer());
    }
    ids.renew(id);
    ending.forEach(life -> ids.notifyEnded(id, life.end.at()));
    return moved;
  }

  /** The row that is about the same as a meaning, and of the same time. */
  private int find(int[] rows, boolean[] taken, Life<S> life) {
    for (int i = 0; i < rows.length; i++) {
      boolean meets = ids.from(rows[i]) < life.end.at() && life.from < ids.to(rows[i]);
      boolean same = ids.from(rows[i]) == life.from;
      if (!taken[i] && (meets || same) && lifecycle.isOf(rows[i], life)) {
        return i;
      }
    }
    return -1;
  }

  /** Gives a row the interval and the evidence of a meaning; whether its beginning or end moved. */
  private boolean settle(int row, Life<S> life) {
    boolean begins = ids.from(row) != life.from;
    // With what it depends on, it ended once already, and lives again.
    boolean revives = ids.to(row) != Interval.OPEN && life.end.at() == Interval.OPEN;
    ids.setDescribed(row, life.from < life.described ? life.described : Interval.OPEN);
    ids.setTimes(row, life.from, life.times);
    if (begins || revives) {
      lifecycle.began(row);
    }
    ids.setDisputed(row, life.disputed);
    // When an uncertain meaning is certainly over is written down nowhere, and may have moved.
    boolean moved =
        ids.to(row) != life.end.at()
            || ids.isDoubted(row) == life.end.certain()
            || !life.end.certain()
            || begins;
    ids.setEnd(row, life);
    lifecycle.replayed(row, life.complete);
    shared.horizon().ended(life.end.at());
    if (life.end.at() != Interval.OPEN) {
      lifecycle.ended(row);
    }
    return moved;
  }
}
