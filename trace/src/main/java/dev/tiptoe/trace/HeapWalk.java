// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.EnumSet;
import java.util.Set;

/**
 * One walk over the heap of the observed program, as its {@code HeapWalked} record summarizes it.
 * Immutable.
 *
 * @param at when it was written down, in nanoseconds since the trace began
 * @param shortfalls why it is not the whole truth; empty when it is
 * @param generations those that were walked from their first object to their last
 * @param objects how many were met
 * @param classes how many classes they have
 * @param bytes what they take
 * @param freeBytes what lies between them
 * @param leftOutBytes what was not walked; ranges that the runtime did not tell of are not in it
 * @param walkingNanos how long the program stood still for the walk
 * @param collectingNanos how long before that for the collection that made it possible
 */
public record HeapWalk(
    long at,
    Set<Shortfall> shortfalls,
    Set<Generation> generations,
    long objects,
    long classes,
    long bytes,
    long freeBytes,
    long leftOutBytes,
    long walkingNanos,
    long collectingNanos) {

  /** Copies the sets. */
  public HeapWalk {
    shortfalls = Set.copyOf(shortfalls);
    generations = Set.copyOf(generations);
  }

  /** Whether every object of the heap was counted under its class. */
  public boolean isWhole() {
    return shortfalls.isEmpty();
  }

  /** Why a walk is not the whole truth. */
  public enum Shortfall {
    /** Its time was over. */
    OUT_OF_TIME(RecordValues.HeapShortfall.OUT_OF_TIME),
    /** Objects of more classes than there was room for are in the sums, but under no class. */
    TOO_MANY_CLASSES(RecordValues.HeapShortfall.TOO_MANY_CLASSES),
    /** Objects did not follow each other as they should; the rest of such a range is left out. */
    BROKEN_RANGE(RecordValues.HeapShortfall.BROKEN_RANGE),
    /** The runtime did not tell where the heap lies, or there were more ranges than fit. */
    NO_RANGES(RecordValues.HeapShortfall.NO_RANGES);

    private final int bit;

    Shortfall(int bit) {
      this.bit = bit;
    }

    static Set<Shortfall> of(int bits) {
      Set<Shortfall> set = EnumSet.allOf(Shortfall.class);
      set.removeIf(each -> (bits & each.bit) == 0);
      return set;
    }
  }

  /** A part of the heap. */
  public enum Generation {
    /** What is new. */
    GEN_0(RecordValues.Generations.GEN0),
    /** What survived once. */
    GEN_1(RecordValues.Generations.GEN1),
    /** What survived. */
    GEN_2(RecordValues.Generations.GEN2),
    /** Large objects. */
    LARGE_OBJECTS(RecordValues.Generations.LARGE_OBJECTS),
    /** Objects that never move. */
    PINNED_OBJECTS(RecordValues.Generations.PINNED_OBJECTS);

    private final int bit;

    Generation(int bit) {
      this.bit = bit;
    }

    static Set<Generation> of(int bits) {
      Set<Generation> set = EnumSet.allOf(Generation.class);
      set.removeIf(each -> (bits & each.bit) == 0);
      return set;
    }
  }
}
