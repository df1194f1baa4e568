// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Interval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The meanings of one ID, from all facts about it in the order of their own times, which may differ
 * from the order of arrival. For one thread.
 *
 * <p>A meaning begins with the first description after the end of the one before. It ends when the
 * ID is unloaded, or something that it depends on. If a description is of another thing without an
 * end in between, the meaning is unknown from then on, until an end. An observation before any
 * description belongs to the next, if nothing was unloaded in between.
 */
final class Lives<S> {

  private final long id;
  private final Lifecycle<S> lifecycle;
  private final Unloads unloads;
  private final List<Life<S>> lives = new ArrayList<>();
  private final IdentityHashMap<Claim<S>, Life<S>> placed = new IdentityHashMap<>();

  /** Descriptions of a meaning that differ from it in a detail. */
  private final Set<Claim<S>> disputing = Collections.newSetFromMap(new IdentityHashMap<>());

  private final List<Claim<S>> early = new ArrayList<>();
  private @Nullable Life<S> living;

  /** Until when the meaning of the ID is unknown. */
  private long contestedUntil = Long.MIN_VALUE;

  private Lives(long id, Lifecycle<S> lifecycle, Unloads unloads) {
    this.id = id;
    this.lifecycle = lifecycle;
    this.unloads = unloads;
  }

  static <S> Lives<S> of(long id, Lifecycle<S> lifecycle, Unloads unloads, List<Claim<S>> claims) {
    Lives<S> lives = new Lives<>(id, lifecycle, unloads);
    claims.stream().sorted(Comparator.comparingLong(Claim::at)).forEachOrdered(lives::add);
    return lives;
  }

  /** The meanings, oldest first. */
  List<Life<S>> all() {
    return lives;
  }

  /** Whether nothing of the ID's meaning reaches beyond a time. */
  boolean haveEndedBy(long at) {
    return at == Interval.OPEN
        || (early.isEmpty() && contestedUntil <= at && (living == null || living.end.at() <= at));
  }

  /** The claims of which no meaning has all details. */
  List<Claim<S>> leftOf(List<Claim<S>> claims) {
    return claims.stream().filter(claim -> !isSaid(claim)).toList();
  }

  /** Whether a description belongs to no meaning. */
  boolean hasNoPlace(Claim<S> claim) {
    return claim.shape() != null
        && claim.kind() != EvidenceKind.NAMED
        && !placed.containsKey(claim)
        && !disputing.contains(claim);
  }

  private boolean isSaid(Claim<S> claim) {
    Life<S> life = placed.get(claim);
    return claim.kind() == EvidenceKind.NAMED
        || (life != null && (claim.shape() == null || claim.shape().equals(life.shape)));
  }

  private void add(Claim<S> claim) {
    // Of an unload of the ID and the end of what it depends on, both at once, the first is certain.
    long since = claim.isUnload() ? claim.at() - 1 : claim.at();
    if (living != null && living.end.at() <= since) {
      living = null;
    }
    if (claim.isUnload()) {
      unload(claim);
    } else if (living != null) {
      add(living, claim);
    } else if (claim.isObservation()) {
      early.add(claim);
    } else if (claim.at() >= contestedUntil) {
      begin(claim);
    }
  }

  private void unload(Claim<S> claim) {
    contestedUntil = Math.min(contestedUntil, claim.at());
    early.clear();
    if (living != null) {
      living.end = new End(claim.at(), true);
      living.unloaded = true;
      placed.put(claim, living);
      living = null;
    }
  }

  @SuppressWarnings("NullAway") // a claim that begins has a shape and a kind
  private void begin(Claim<S> claim) {
    int owner = lifecycle.owner(id, claim.shape(), claim.at());
    if (owner == Lifecycle.UNKNOWN_OWNER) {
      return;
    }
    End end = lifecycle.end(id, claim.shape(), claim.at());
    Life<S> life = new Life<>(claim.at(), claim.shape(), owner, end);
    lives.add(life);
    living = life;
    place(claim, life);
    for (Claim<S> observation : early) {
      if (unloads.after(observation.at()) > claim.at()) {
        life.from = Math.min(life.from, observation.at());
        place(observation, life);
      }
    }
    early.clear();
  }

  @SuppressWarnings("NullAway") // a claim that is no observation has a shape
  private void add(Life<S> life, Claim<S> claim) {
    if (claim.isObservation()) {
      place(claim, life);
    } else if (lifecycle.areOthers(life.shape, claim.shape())) {
      contestedUntil = life.end.at();
      life.end = new End(claim.at(), false);
      life.contested = true;
      life.disputed = true;
      living = null;
    } else if (claim.kind() != EvidenceKind.NAMED) {
      merge(life, claim);
    }
  }

  @SuppressWarnings("NullAway") // as above
  private void merge(Life<S> life, Claim<S> claim) {
    var together = lifecycle.together(life.shape, life.isAnnounced(), claim.shape(), claim.kind());
    if (together.isEmpty()) {
      life.disputed = true;
      disputing.add(claim);
      return;
    }
    if (!together.get().equals(life.shape)) {
      life.shape = together.get();
      life.complete = claim.at();
      life.end = lifecycle.end(id, life.shape, claim.at());
    }
    place(claim, life);
  }

  @SuppressWarnings("NullAway") // an unload is placed elsewhere
  private void place(Claim<S> claim, Life<S> life) {
    life.add(claim.kind(), claim.at(), !claim.isObservation());
    placed.put(claim, life);
  }
}
