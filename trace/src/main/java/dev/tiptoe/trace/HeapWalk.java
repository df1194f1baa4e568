// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.trace;

import java.util.EnumSet;
import java.util.Set;

/**
 * One walk over the heap of the observed program, from its {@code HeapWalked} record. Immutable.
 *
 * @param at when it was recorded, in nanoseconds since the trace began
 * @param shortfalls the reasons why it is incomplete; empty when it is complete
 * @param generations those that were walked from their first object to their last
 * @param objects the number of objects visited
 * @param classes the number of their classes
 * @param bytes their size
 * @param freeBytes the size of free space between them
 * @param leftOutBytes the size of ranges that were not walked, apart from those that the runtime
 *     did not list
 * @param walkingNanos how long the program was stopped for the walk
 * @param collectingNanos how long it was stopped before that for the collection
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

  /** Returns whether every object of the heap was counted under its class. */
  public boolean isWhole() {
    return shortfalls.isEmpty();
  }

  /** The reasons why a walk is incomplete. */
  public enum Shortfall {
    /** The budget was used up. */
    OUT_OF_TIME(RecordValues.HeapShortfall.OUT_OF_TIME),
    /**
     * There were objects of more classes than the table had room for. They are in the sums, but
     * under no class.
     */
    TOO_MANY_CLASSES(RecordValues.HeapShortfall.TOO_MANY_CLASSES),
    /** Objects did not follow each other without a gap; the rest of such a range was left out. */
    BROKEN_RANGE(RecordValues.HeapShortfall.BROKEN_RANGE),
    /** The runtime did not list the heap's ranges, or there were too many. */
    NO_RANGES(RecordValues.HeapShortfall.NO_RANGES),
    /** The runtime did not list the ranges of the frozen heap, or there were too many. */
    NO_FROZEN_RANGES(RecordValues.HeapShortfall.NO_FROZEN_RANGES);

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
    /** New objects. */
    GEN_0(RecordValues.Generations.GEN0),
    /** Objects that survived one collection. */
    GEN_1(RecordValues.Generations.GEN1),
    /** Objects that survived more. */
    GEN_2(RecordValues.Generations.GEN2),
    /** Large objects. */
    LARGE_OBJECTS(RecordValues.Generations.LARGE_OBJECTS),
    /** Objects that never move. */
    PINNED_OBJECTS(RecordValues.Generations.PINNED_OBJECTS),
    /**
     * Objects that are never collected and in no generation, such as literal strings. Runtimes have
     * them since .NET 8.
     */
    FROZEN_OBJECTS(RecordValues.Generations.FROZEN_OBJECTS);

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
