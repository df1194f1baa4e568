// SPDX-License-Identifier: Apache-2.0
package dev.tiptoe.spark;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The counts of a run of {@link Indexer#index}. Immutable.
 *
 * @param files the files that were looked at
 * @param modules the distinct modules among them
 * @param withoutPdb the distinct builds whose PDB was not found
 * @param states how many files ended in each state
 */
public record IndexCounts(long files, long modules, long withoutPdb, Map<State, Long> states) {

  /** What became of a file: the column {@code state}. */
  public enum State {
    /** Its index was written. */
    WRITTEN,
    /** Its index existed already, with the same contents or more. */
    KEPT,
    /** It is a copy of the build in another file, which was taken. */
    DUPLICATE,
    /** It is no module of .NET, such as a native library. */
    NO_MODULE,
    /** It is damaged, or it cannot be read. */
    DAMAGED
  }

  /** Copies the map. */
  public IndexCounts {
    EnumMap<State, Long> copy = new EnumMap<>(State.class);
    copy.putAll(states);
    states = Collections.unmodifiableMap(copy);
  }

  /** Returns how many files ended in a state. */
  public long of(State state) {
    return states.getOrDefault(state, 0L);
  }
}
