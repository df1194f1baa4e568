// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import dev.tiptoe.resolver.id.RuntimeID;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongFunction;

/**
 * Tells the facts about one ID again, in the order of their own times, after a fact came that is
 * older than an unload, or that disputes what is known. The writer's own; readers go on meanwhile.
 *
 * <p>All facts about an ID stand in its rows, but for the {@linkplain Claims claims} that do not.
 * Rows that say the same as before stay as they are; the others are changed, made void, or new.
 */
final class Replay<S> {

  /** A meaning that was observed before it was described. */
  private record Early(long from, long described) {}

  private final Lifecycle<S> lifecycle;
  private final IdTable ids;
  private final Claims<S> claims;
  private final Shared shared;
  private final LongFunction<RuntimeID> typed;
  private final Map<Long, Early> early = new HashMap<>();

  /**
   * What the tables of all kinds of IDs have in common.
   *
   * @param unloads when a type, module, assembly or domain was unloaded
   * @param horizon the last end of a meaning
   * @param moved the IDs that ended otherwise than was thought; what depends on them may have too
   */
  record Shared(MapCounters counters, Unloads unloads, Horizon horizon, Queue<RuntimeID> moved) {}

  Replay(Lifecycle<S> lifecycle, Shared shared, LongFunction<RuntimeID> typed) {
    this.lifecycle = lifecycle;
    this.ids = lifecycle.ids();
    this.claims = new Claims<>(shared.counters());
    this.shared = shared;
    this.typed = typed;
  }

  /** Whether a fact may be about another meaning than the one that its ID has now. */
  boolean isLate(long at) {
    return shared.horizon().isBehind(at);
  }

  /** Whether there are facts about an ID that do not stand in its rows. */
  boolean hasClaims(long id) {
    return claims.has(id);
  }

  // ---- taking in

  /** Takes in a description for which the newest row is not certainly the right one. */
  void tell(long id, EvidenceKind kind, long at, S shape) {
    int row = ids.validAt(id, at);
    if (kind == EvidenceKind.NAMED && (row != Pages.NONE || isContested(id, at))) {
      return;
    }
    if (row != Pages.NONE && lifecycle.shape(row).equals(shape)) {
      ids.meetDescribed(row, kind, at);
      return;
    }
    boolean differs = row != Pages.NONE && differs(row, kind, shape);
    claims.add(id, new Claim<>(at, kind, shape));
    if (isContested(id, at)) {
      differs = true;
      row = ids.begunAt(id, at);
    } else {
      int contested = contested(id);
      replay(id);
      differs |= contested(id) != Pages.NONE && contested == Pages.NONE;
      row = row == Pages.NONE ? contested(id) : row;
    }
    if (differs) {
      conflict(at, id, row, shape);
    }
  }

  private boolean differs(int row, EvidenceKind kind, S told) {
    S known = lifecycle.shape(row);
    return lifecycle.areOthers(known, told)
        || lifecycle.together(known, ids.isAnnounced(row), told, kind).isEmpty();
  }

  private int contested(long id) {
    int row = ids.newestOf(id);
    return row != Pages.NONE && ids.isContested(row) ? row : Pages.NONE;
  }

  /** Takes in a description that differs from that of a row in a detail. */
  void dispute(long id, int row, EvidenceKind kind, long at, S shape) {
    claims.add(id, new Claim<>(at, kind, shape));
    conflict(at, id, row, shape);
  }

  private void conflict(long at, long id, int row, S shape) {
    shared.counters().conflict(at, ids, row, typed.apply(id), () -> lifecycle.shape(row), shape);
  }

  /**
   * Keeps a description that has less than the row: after a late unload the row's may be of two
   * meanings.
   */
  void keep(long id, EvidenceKind kind, long at, S shape) {
    claims.add(id, new Claim<>(at, kind, shape));
  }

  /** Keeps what a row says, which is about to say more. */
  void keep(int row) {
    S shape = lifecycle.shape(row);
    long id = ids.id(row);
    ids.forEachTime(
        row,
        (kind, at, described) -> {
          if (described && kind != EvidenceKind.NAMED && !claims.hasDescription(id, kind, at)) {
            claims.add(id, new Claim<>(at, kind, shape));
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
    claims.add(id, Claim.observation(at, kind));
    int newest = ids.newestOf(id);
    if (newest != Pages.NONE && ids.from(newest) > at) {
      replay(id);
    }
  }

  /** Keeps an unload of what was not known. */
  void unknownUnload(long id, long at) {
    claims.add(id, Claim.unload(at));
  }

  /** Takes in an unload that is older than another fact. */
  void unload(long id, long at) {
    claims.add(id, Claim.unload(at));
    replay(id);
  }

  // ---- asking

  /** The first time after another at which an ID ended, whatever it meant. */
  End endAfter(long id, long at) {
    End end = new End(claims.unloadAfter(id, at), true);
    for (int row = ids.newestOf(id);
        row != Pages.NONE && ids.to(row) > at;
        row = ids.previous(row)) {
      end = end.or(new End(ids.to(row), !ids.isDoubted(row)));
    }
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

  /** The IDs whose meaning at a time was observed then, and described only later. */
  List<Long> observedBefore(long at) {
    List<Long> found = new ArrayList<>();
    early.forEach(
        (id, span) -> {
          if (span.from() < at && at <= span.described()) {
            found.add(id);
          }
        });
    return found;
  }

  // ---- telling again

  /** Works out anew what an ID meant. */
  void replay(long id) {
    int[] before = ids.rowsOf(id);
    List<Claim<S>> told = told(id, before);
    Lives<S> lives = Lives.of(id, lifecycle, shared.unloads(), told);
    boolean moved = place(id, before, lives.all());
    claims.set(id, lives.leftOf(told));
    if (moved) {
      shared.moved().add(typed.apply(id));
    }
  }

  // ---- the facts of an ID

  private List<Claim<S>> told(long id, int[] rows) {
    List<Claim<S>> told = new ArrayList<>();
    List<Claim<S>> kept = claims.of(id);
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
              told.add(describes ? new Claim<>(at, kind, words) : observation);
            }
          });
      long unloaded = ids.toldEnd(row);
      if (unloaded != Interval.OPEN) {
        told.add(Claim.unload(unloaded));
      }
    }
    told.addAll(kept);
    return told;
  }

  // ---- rows

  private boolean place(long id, int[] before, List<Life<S>> lives) {
    boolean moved = false;
    boolean[] stays = new boolean[before.length];
    int[] after = new int[lives.size()];
    early.remove(id);
    for (int i = 0; i < after.length; i++) {
      Life<S> life = lives.get(i);
      int place = find(before, stays, life);
      if (place < 0) {
        after[i] = lifecycle.begin(id, life);
        moved = true;
      } else {
        stays[place] = true;
        after[i] = before[place];
        lifecycle.describe(after[i], life.shape);
      }
      if (life.from < life.described) {
        early.put(id, new Early(life.from, life.described));
      }
    }
    for (int i = 0; i < after.length; i++) {
      moved |= settle(after[i], lives.get(i));
    }
    for (int i = 0; i < before.length; i++) {
      if (!stays[i]) {
        lifecycle.ended(before[i]);
        ids.makeVoid(before[i]);
        moved = true;
      }
    }
    if (!Arrays.equals(before, after)) {
      ids.link(id, after);
    }
    ids.renew(id);
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

  /** Gives a row the interval and the evidence of a meaning; whether its end moved. */
  private boolean settle(int row, Life<S> life) {
    ids.setTimes(row, life.from, life.times);
    ids.setDisputed(row, life.disputed);
    boolean moved = ids.to(row) != life.end.at() || ids.isDoubted(row) == life.end.certain();
    ids.setEnd(row, life);
    shared.horizon().ended(life.end.at());
    if (life.end.at() != Interval.OPEN) {
      lifecycle.ended(row);
    }
    return moved;
  }
}
