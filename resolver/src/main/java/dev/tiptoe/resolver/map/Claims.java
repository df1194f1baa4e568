// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Facts about IDs that are in no row: observations that wait for a description, unloads of unknown
 * IDs, facts that dispute each other, descriptions that have less than the row. The writer's own.
 *
 * <p>A later fact may give each of them its place. Bounded: facts beyond the bound are counted as
 * lost, and the map then answers less.
 */
final class Claims<S> {

  private static final int MOST = 1 << 20;
  private static final int MOST_OF_ONE = 32;

  /** In the order of their times; those of one time in the order in which they came. */
  private final Map<Long, List<Claim<S>>> ofIds = new HashMap<>();

  private final MapCounters counters;
  private int count;

  Claims(MapCounters counters) {
    this.counters = counters;
  }

  boolean has(long id) {
    return count > 0 && ofIds.containsKey(id);
  }

  /** Whether the last claim about an ID is not an unload, and is of a time or later. */
  boolean isOpenSince(long id, long at) {
    List<Claim<S>> all = of(id);
    Claim<S> last = all.isEmpty() ? null : all.get(all.size() - 1);
    return last != null && !last.isUnload() && last.at() >= at;
  }

  /** Whether it is kept what a fact of a kind and a time said. */
  boolean hasDescription(long id, EvidenceKind kind, long at) {
    List<Claim<S>> all = of(id);
    for (int i = placeOf(all, at); i < all.size() && all.get(i).at() == at; i++) {
      if (all.get(i).kind() == kind && all.get(i).shape() != null) {
        return true;
      }
    }
    return false;
  }

  /** The claims of a span. */
  List<Claim<S>> within(long id, Span span) {
    List<Claim<S>> all = of(id);
    return all.subList(first(all, span), behind(all, span)).stream().filter(span::has).toList();
  }

  /** Keeps a claim, unless it is kept already or there is no room; {@code span} is where it is. */
  void add(long id, Claim<S> claim, Span span) {
    List<Claim<S>> all = of(id);
    if (isKept(all, claim)) {
      return;
    }
    boolean full = !claim.isUnload() && behind(all, span) - first(all, span) >= MOST_OF_ONE;
    if (full || count >= MOST) {
      counters.lost();
    } else {
      insert(id, claim);
    }
  }

  /** Keeps these claims of a span and no others. */
  void set(long id, Span span, List<Claim<S>> claims) {
    List<Claim<S>> before = within(id, span);
    if (before.equals(claims)) {
      return;
    }
    if (!before.isEmpty()) {
      List<Claim<S>> all = of(id);
      all.subList(first(all, span), behind(all, span)).removeIf(span::has);
      before.forEach(claim -> counted(claim, -1));
      if (all.isEmpty()) {
        ofIds.remove(id);
      }
    }
    for (Claim<S> claim : claims) {
      if (count >= MOST) {
        counters.lost();
      } else if (!isKept(of(id), claim)) {
        insert(id, claim);
      }
    }
  }

  /** The last unload of an ID up to a time, of those kept here; {@link Span#BEGINNING}: none. */
  long unloadBy(long id, long at) {
    List<Claim<S>> all = of(id);
    for (int i = placeBehind(all, at) - 1; i >= 0; i--) {
      if (all.get(i).isUnload()) {
        return all.get(i).at();
      }
    }
    return Span.BEGINNING;
  }

  /** The first unload of an ID after a time, of those kept here; {@link Interval#OPEN}: none. */
  long unloadAfter(long id, long at) {
    List<Claim<S>> all = of(id);
    for (int i = placeBehind(all, at); i < all.size(); i++) {
      if (all.get(i).isUnload()) {
        return all.get(i).at();
      }
    }
    return Interval.OPEN;
  }

  private void insert(long id, Claim<S> claim) {
    List<Claim<S>> all = ofIds.computeIfAbsent(id, any -> new ArrayList<>(2));
    all.add(placeBehind(all, claim.at()), claim);
    counted(claim, 1);
  }

  private List<Claim<S>> of(long id) {
    return count == 0 ? List.of() : ofIds.getOrDefault(id, List.of());
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
    return at == Long.MIN_VALUE ? 0 : placeBehind(all, at - 1);
  }

  private static <S> int placeBehind(List<Claim<S>> all, long at) {
    int low = 0;
    int high = all.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (all.get(middle).at() <= at) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
