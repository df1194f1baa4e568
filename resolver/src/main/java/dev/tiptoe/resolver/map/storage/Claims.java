// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Interval;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Facts about IDs that are in no row: observations that wait for a description, unloads of unknown
 * IDs, facts that dispute each other, descriptions with less detail than the row. Used by the
 * writer only.
 *
 * <p>A later fact may assign each of them to a row. Bounded: facts beyond the bound are counted as
 * lost, and the map then answers less.
 */
final class Claims<S> {

  private static final int MOST = 1 << 20;
  private static final int MOST_OF_ONE = 32;

  /** The claims about one ID in the order of their times; the unloads of it, and all others. */
  private record OfId<S>(List<Claim<S>> unloads, List<Claim<S>> others) {

    OfId() {
      this(new ArrayList<>(0), new ArrayList<>(2));
    }

    List<Claim<S>> like(Claim<S> claim) {
      return claim.isUnload() ? unloads : others;
    }

    boolean isEmpty() {
      return unloads.isEmpty() && others.isEmpty();
    }
  }

  private final Map<Long, OfId<S>> ofIds = new HashMap<>();
  private final OfId<S> nothing = new OfId<>(List.of(), List.of());
  private final MapCounters counters;
  private int count;

  Claims(MapCounters counters) {
    this.counters = counters;
  }

  /** The IDs that claims are about. */
  Set<Long> ids() {
    return ofIds.keySet();
  }

  boolean has(long id) {
    return count > 0 && ofIds.containsKey(id);
  }

  /** Whether there is a claim of a time or later, and no unload since. */
  boolean isOpenSince(long id, long at) {
    OfId<S> all = of(id);
    int count = all.others.size();
    return count > 0 && all.others.get(count - 1).at() >= Math.max(at, unloadBy(id, Interval.OPEN));
  }

  /** Whether the contents of a fact of a kind and a time are kept. */
  boolean hasDescription(long id, EvidenceKind kind, long at) {
    List<Claim<S>> all = of(id).others;
    for (int i = placeOf(all, at); i < all.size() && all.get(i).at() == at; i++) {
      if (all.get(i).kind() == kind && all.get(i).shape() != null) {
        return true;
      }
    }
    return false;
  }

  /** The claims of a span. */
  List<Claim<S>> within(long id, Span span) {
    OfId<S> all = of(id);
    return Stream.of(all.unloads, all.others)
        .flatMap(each -> each.subList(first(each, span), behind(each, span)).stream())
        .filter(span::has)
        .toList();
  }

  /** Keeps a claim, if there is room where it is; returns whether there was. */
  boolean add(long id, Claim<S> claim, Span span) {
    List<Claim<S>> alike = of(id).like(claim);
    if (isKept(alike, claim)) {
      return true;
    }
    boolean room = count < MOST && (claim.isUnload() || !isFull(alike, claim, span));
    if (room) {
      insert(id, claim);
    } else {
      counters.lost();
    }
    return room;
  }

  /** Whether a claim is kept. */
  boolean isKept(long id, Claim<S> claim) {
    return isKept(of(id).like(claim), claim);
  }

  /** Observations leave room for descriptions: samples of a method may come long before it. */
  private static <S> boolean isFull(List<Claim<S>> all, Claim<S> claim, Span span) {
    int first = first(all, span);
    int behind = behind(all, span);
    if (behind - first < MOST_OF_ONE) {
      return false;
    }
    int same = 0;
    for (int i = first; i < behind; i++) {
      same += all.get(i).isObservation() == claim.isObservation() ? 1 : 0;
    }
    return same >= MOST_OF_ONE;
  }

  /** Keeps these claims of a span and no others. */
  void set(long id, Span span, List<Claim<S>> claims) {
    List<Claim<S>> before = within(id, span);
    if (before.equals(claims)) {
      return;
    }
    if (!before.isEmpty()) {
      OfId<S> all = of(id);
      for (List<Claim<S>> each : List.of(all.unloads, all.others)) {
        each.subList(first(each, span), behind(each, span)).removeIf(span::has);
      }
      before.forEach(claim -> counted(claim, -1));
      if (all.isEmpty()) {
        ofIds.remove(id);
      }
    }
    for (Claim<S> claim : claims) {
      keep(id, claim);
    }
  }

  private void keep(long id, Claim<S> claim) {
    if (isKept(of(id).like(claim), claim)) {
      return;
    }
    if (count >= MOST) {
      counters.lost();
    } else {
      insert(id, claim);
    }
  }

  /** The last unload of an ID up to a time, of those kept here; {@link Span#BEGINNING}: none. */
  long unloadBy(long id, long at) {
    List<Claim<S>> unloads = of(id).unloads;
    int place = placeBehind(unloads, at);
    return place == 0 ? Span.BEGINNING : unloads.get(place - 1).at();
  }

  /** The first unload of an ID after a time, of those kept here; {@link Interval#OPEN}: none. */
  long unloadAfter(long id, long at) {
    List<Claim<S>> unloads = of(id).unloads;
    int place = placeBehind(unloads, at);
    return place == unloads.size() ? Interval.OPEN : unloads.get(place).at();
  }

  private void insert(long id, Claim<S> claim) {
    List<Claim<S>> alike = ofIds.computeIfAbsent(id, any -> new OfId<>()).like(claim);
    alike.add(placeBehind(alike, claim.at()), claim);
    counted(claim, 1);
  }

  private OfId<S> of(long id) {
    OfId<S> known = count == 0 ? null : ofIds.get(id);
    return known == null ? nothing : known;
  }

  private void counted(Claim<S> claim, int by) {
    count += by;
    if (claim.isObservation()) {
      counters.waiting(by);
    }
  }

  // ---- places in the order of time

  private static <S> boolean isKept(List<Claim<S>> all, Claim<S> claim) {
    for (int i = placeBehind(all, claim.at()) - 1; i >= 0 && all.get(i).at() == claim.at(); i--) {
      if (all.get(i).equals(claim)) {
        return true;
      }
    }
    return false;
  }

  /** The place of the first claim that may be in a span. */
  private static <S> int first(List<Claim<S>> all, Span span) {
    return placeOf(all, span.after());
  }

  /** The place behind the last claim that may be in a span. */
  private static <S> int behind(List<Claim<S>> all, Span span) {
    return placeBehind(all, span.until());
  }

  private static <S> int placeOf(List<Claim<S>> all, long at) {
    return TimeOrder.countBefore(at, all.size(), i -> all.get(i).at());
  }

  private static <S> int placeBehind(List<Claim<S>> all, long at) {
    return TimeOrder.countUpTo(at, all.size(), i -> all.get(i).at());
  }
}
