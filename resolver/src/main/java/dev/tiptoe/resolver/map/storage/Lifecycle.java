// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.resolver.map.storage;

import dev.tiptoe.resolver.map.EvidenceKind;
import dev.tiptoe.resolver.map.Interval;
import java.util.Map;
import java.util.Optional;

/**
 * Rules for the IDs of one kind: whether two descriptions are of one thing, and what ends it. Used
 * by the writer only.
 *
 * @param <S> the description of such an ID
 */
interface Lifecycle<S> {

  /** The owner of what a contested module would have. */
  int UNKNOWN_OWNER = -1;

  IdTable ids();

  S shape(int row);

  /** Returns the description of a thing that another fact only named. */
  default S named(S shape) {
    return shape;
  }

  /** Whether two descriptions cannot be of one thing. */
  boolean areOthers(S known, S reported);

  /**
   * Returns the common description of two descriptions of one thing; empty when they differ in a
   * detail, which does not make them two things.
   *
   * @param announced whether the known one was announced by the runtime
   * @param kind the kind of fact that the other came with
   */
  Optional<S> together(S known, boolean announced, S reported, EvidenceKind kind);

  /** The row of the module at a time; {@link Pages#NONE} for what has none. */
  int owner(long id, S shape, long at);

  /** When something else ends that such a thing depends on, after a time. */
  End end(long id, S shape, long at);

  /**
   * When something certainly ends that a row depends on, after a time; {@link Interval#OPEN} where
   * that is not known.
   *
   * @param visited the types already visited, with the answers so far
   */
  default long certainEnd(int row, long after, Map<Replay.Asked, Long> visited) {
    End end = end(ids().id(row), shape(row), after);
    return end.certain() ? end.at() : Interval.OPEN;
  }

  /**
   * Takes notice that a row was replayed.
   *
   * @param complete the time since which its description is complete
   */
  default void replayed(int row, long complete) {}

  /** The number of facts without a row that describe an ID at a time has changed by so many. */
  default void claimed(long at, S shape, int by) {}

  /** A fact without a row that describes an ID at a time was lost for want of room. */
  default void lost(long at, S shape) {}

  /** A row for a meaning; filed wherever rows are found, but not yet under its ID. */
  int begin(long id, Life<S> life);

  /** Whether a row is about the thing of a meaning. */
  boolean isOf(int row, Life<S> life);

  /** Makes the description of a row that of a meaning. */
  void describe(int row, Life<S> life);

  /** Takes notice that a row begins at another time than before. */
  void began(int row);

  /** Takes notice that a row has ended. */
  void ended(int row);
}
