// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.proof.truth.typeload;

import dev.tiptoe.resolver.answer.TypeKey;
import dev.tiptoe.resolver.feed.ClassShape;
import dev.tiptoe.resolver.id.ClassID;
import dev.tiptoe.resolver.map.ClassFact;
import dev.tiptoe.resolver.map.Evidence;
import dev.tiptoe.resolver.map.Evidence.Implied;
import dev.tiptoe.resolver.map.Evidence.Observed;
import dev.tiptoe.resolver.map.Level;
import dev.tiptoe.resolver.map.LookupAnswer.Loaded;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Compares claims with the runtime's record. Immutable. */
record Judge(TypeLoads record, Clocks clocks, TypeDefs typeDefs, RecordedTypes recorded) {

  /**
   * Judges a claim about an ID: its TypeDef, and how far that was loaded.
   *
   * @param furthest the deduced level of the ID, where it is still valid
   */
  RecordVerdict of(ClassFact claim, Optional<Loaded<ClassID>> furthest) {
    String name = typeDefs.nameOf(claim);
    boolean named = !name.isEmpty();
    if (!named && !(claim.shape() instanceof ClassShape.Array)) {
      return RecordVerdict.NOT_OF_THE_LOADER;
    }
    Evidence proof = furthest.map(Loaded::proof).orElseGet(() -> proof(claim));
    List<TypeLoad> loads = recorded.loadsOf(claim.id(), clocks.ticks(claim.interval().to()));
    if (loads.isEmpty()) {
      return outside(claim.interval().from()).orElse(RecordVerdict.WRONG);
    }
    if (named && !loads.get(0).isNamed(name)) {
      return outside(claim.interval().from()).orElse(RecordVerdict.WRONG);
    }
    if (named && wasReused(claim, name)) {
      return RecordVerdict.WRONG;
    }
    Level seen = loads.stream().map(TypeLoad::level).max(Comparator.naturalOrder()).orElseThrow();
    return isDenied(proof, loads)
        ? RecordVerdict.WRONG
        : compare(proof.proves(), seen, since(proof));
  }

  /** Returns whether the ID was another type's while it is claimed to have meant this one. */
  private boolean wasReused(ClassFact claim, String name) {
    long from = clocks.ticks(claim.interval().from());
    return recorded.isOther(claim.id(), name, from, clocks.earliestTicks(claim.interval().to()));
  }

  private static Evidence proof(ClassFact claim) {
    return claim.evidence().stream().max(Comparator.comparing(Evidence::proves)).orElseThrow();
  }

  /**
   * Returns whether the type was still being loaded to a level when it is claimed to have had it.
   */
  private boolean isDenied(Evidence proof, List<TypeLoad> loads) {
    return TypeLoad.deny(loads, proof.proves(), clocks.ticks(since(proof)));
  }

  /** Judges a claim about a TypeDef: that it, or some instantiation of it, was loaded that far. */
  RecordVerdict of(TypeKey type, Loaded<?> claim) {
    Optional<Level> sure = recorded.levelOf(type);
    Optional<Level> possible = recorded.possibleLevelOf(type);
    long since = since(claim.proof());
    if (isDenied(claim.proof(), recorded.loadsOf(type))) {
      return RecordVerdict.WRONG;
    }
    if (sure.isPresent()) {
      RecordVerdict verdict = compare(claim.atLeast(), sure.get(), since);
      return verdict == RecordVerdict.WRONG && possible.isPresent()
          ? RecordVerdict.SAME_NAME
          : verdict;
    }
    return possible.isPresent()
        ? RecordVerdict.SAME_NAME
        : outside(since).orElse(RecordVerdict.WRONG);
  }

  /** Judges a claim about a TypeDef: that it was never announced. */
  RecordVerdict ofNeverAnnounced(TypeKey type) {
    if (recorded.levelOf(type).filter(Judge::isAnnounced).isPresent()) {
      return RecordVerdict.WRONG;
    }
    return recorded.possibleLevelOf(type).filter(Judge::isAnnounced).isPresent()
        ? RecordVerdict.SAME_NAME
        : RecordVerdict.CONFIRMED;
  }

  /**
   * Judges a claim about a TypeDef: that it was not published yet at a time. A load that had ended
   * published it.
   */
  RecordVerdict ofNotPublished(TypeKey type, long asOf) {
    long ticks = clocks.earliestTicks(asOf);
    boolean denied = recorded.loadsOf(type).stream().anyMatch(load -> load.ended() < ticks);
    return denied ? RecordVerdict.WRONG : RecordVerdict.CONFIRMED;
  }

  private static boolean isAnnounced(Level level) {
    return level != Level.PUBLISHED;
  }

  private RecordVerdict compare(Level claimed, Level seen, long since) {
    if (seen.compareTo(claimed) >= 0) {
      return RecordVerdict.CONFIRMED;
    }
    return claimed == Level.USABLE
        ? RecordVerdict.TAKEN_ALONG
        : outside(since).orElse(RecordVerdict.WRONG);
  }

  /** Returns a verdict when the claim is about a time outside the record. */
  private Optional<RecordVerdict> outside(long since) {
    long ticks = clocks.ticks(since);
    if (ticks < record.first()) {
      return Optional.of(RecordVerdict.BEFORE_THE_RECORD);
    }
    return ticks > record.last() ? Optional.of(RecordVerdict.AFTER_THE_RECORD) : Optional.empty();
  }

  /** Returns the time of the observation that a proof starts from. */
  private static long since(Evidence proof) {
    Evidence premise = proof;
    while (premise instanceof Implied implied) {
      premise = implied.premise();
    }
    return ((Observed) premise).since();
  }
}
